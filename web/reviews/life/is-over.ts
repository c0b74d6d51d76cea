import { marksOwedAfterMs, type Review } from '#contract/reviews.ts'

/** Whether the marks of a booked review are owed: both were there, or an hour has gone since it began. */
export function isOver({ life, startsAt }: Pick<Review, 'life' | 'startsAt'>, now: number) {
  return life.held !== null || (startsAt !== null && Date.parse(startsAt) + marksOwedAfterMs < now)
}
