import type { Review } from '#contract/reviews.ts'

/** What a student asks for: another time than the one that their review has, if it has one. */
export function formatRequestedTime({ startsAt }: Review): string {
  return startsAt ? 'another time' : 'a time'
}
