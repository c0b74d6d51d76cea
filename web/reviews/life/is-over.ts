import { canBeHeld } from '#contract/reviews/life.ts'
import { marksOwedAfterMs } from '#contract/reviews/turn.ts'
import { type Review, waitsForSlot } from '#contract/reviews.ts'

/** Whether the marks of a booked review are owed: both were there, or an hour has gone since it began. */
export function isOver({ life, startsAt }: Pick<Review, 'life' | 'startsAt'>, now: number) {
  return life.held !== null || (startsAt !== null && Date.parse(startsAt) + marksOwedAfterMs < now)
}

/** Whether a review is still to be held: it waits for a slot, or for the time of the one it has. */
export function isToCome(review: Review, now: number): boolean {
  return waitsForSlot(review) || (canBeHeld(review) && !isOver(review, now))
}
