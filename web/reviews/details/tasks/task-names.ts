import type { WeekTaskStates } from '#contract/reviews/reviews.ts'

/** The three tasks of a week with their names on the screen. */
export const taskNames = [
  { field: 'seminar', name: 'Seminar Video' },
  { field: 'progress', name: 'Progress Video' },
  { field: 'typing', name: 'Typing' },
] as const satisfies { field: keyof WeekTaskStates; name: string }[]
