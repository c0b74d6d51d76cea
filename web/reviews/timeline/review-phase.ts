import { canBeHeld } from '#contract/reviews/timeline.ts'
import { getStepAt } from '#contract/reviews/turn.ts'
import { needsSlot, type Review } from '#contract/reviews.ts'

/** Whether a booked review waits for its call, at an instant (ms since 1970) since it was read. */
export function isUpcoming({ turn }: Pick<Review, 'turn'>, now: number): boolean {
  return turn !== null && getStepAt(turn, now) === 'hold'
}

/** Whether a booked review does so no more: it waits for its marks, or for nobody. */
export function isOver(review: Review, now: number): boolean {
  return canBeHeld(review) && !isUpcoming(review, now)
}

/** Whether a review is still to be held: it waits for a slot, or for the time of the one it has. */
export function isNotHeldYet(review: Review, now: number): boolean {
  return needsSlot(review) || isUpcoming(review, now)
}
