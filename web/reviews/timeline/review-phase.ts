import { needsSlot, type Review } from '#contract/reviews/reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { getStepAt } from '#contract/reviews/turn.ts'

/** Whether a booked review is still to be held, at an instant (ms since 1970). */
export function isUpcoming({ turn }: Pick<Review, 'turn'>, now: number): boolean {
  return turn !== null && getStepAt(turn, now) === 'hold'
}

/** Whether a booked review's slot is over: it waits for marks, or for nobody. */
export function isOver(review: Review, now: number): boolean {
  return canBeHeld(review) && !isUpcoming(review, now)
}

/** Whether a review has not been held: it has no slot, or its slot is still to come. */
export function isNotHeldYet(review: Review, now: number): boolean {
  return needsSlot(review) || isUpcoming(review, now)
}
