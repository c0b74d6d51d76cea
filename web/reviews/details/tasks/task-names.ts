import type { TaskStatus } from '#contract/reviews.ts'

/** The three states of a week's tasks, by the names they have on the screen. */
export const taskNames = [
  { field: 'seminar', name: 'Seminar Video' },
  { field: 'progress', name: 'Progress Video' },
  { field: 'typing', name: 'Typing' },
] as const satisfies { field: keyof TaskStatus; name: string }[]
