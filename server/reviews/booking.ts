import type { Refusal } from '#contract/kit/refusal.ts'
import { type Booking, bookingRefusals } from '#contract/reviews/booking.ts'
import { type Review, waitsForSlot } from '#contract/reviews.ts'
import type { Tx } from '#server/database/transaction.ts'
import { breaksUnique } from '#server/database/violations.ts'
import { Refused, refuseWhere } from '#server/kit/call/refused.ts'
import { tracked } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { findSlot, horizonNow } from '#server/slots/actions.ts'
import { findReview, tellConcerned } from './actions.ts'
import { type SlotWish, saveBooking } from './queries.ts'

/**
 * Books a reviewer's slot for a review and returns the review; however many ask at once, one wins
 * (contract, section 4). Refuses with 404 a review or a slot that is not there for this advisor and
 * reviewer, with 400 a slot outside the horizon, with 409 a taken one or a review that waits for
 * none.
 */
export async function bookSlot(
  context: Context<Tx>,
  advisorId: string,
  { reviewId, reviewer: reviewerId, slot: slotId }: Booking,
): Promise<Review> {
  const now = context.clock()
  const wish = { reviewId, advisorId, slotId, reviewerId, now, ...horizonNow(context) }
  const isBooked = await tracked(context, { kind: 'reviews', id: reviewId }, () =>
    refuseWhere(breaksSlotTaken, bookingRefusals.taken, saveBooking(context.db, wish)),
  )
  if (!isBooked) throw new Refused(await whyNotBooked(context, wish))
  context.live.changed('slots', [advisorId, reviewerId])
  const owner = { role: 'advisor', personId: advisorId } as const
  return tellConcerned(context, await findReview(context, owner, reviewId))
}

/** Whether the error says that another review has the slot: there is one review for each at most. */
export const breaksSlotTaken = breaksUnique('reviews', 'slot_id')

async function whyNotBooked(context: Context, wish: SlotWish): Promise<Refusal> {
  const owner = { role: 'advisor', personId: wish.advisorId } as const
  const review = await findReview(context, owner, wish.reviewId)
  const slot = await findSlot(context, wish)
  if (!slot) return bookingRefusals.unknownSlot
  if (slot.starts_at <= wish.after || slot.starts_at >= wish.before) {
    return bookingRefusals.outsideHorizon
  }
  if (slot.review_id !== null && slot.review_id !== review._id) return bookingRefusals.taken
  // The reviewer was blocked when it was tried, and is no longer.
  if (waitsForSlot(review)) return bookingRefusals.unknownSlot
  return bookingRefusals.notToSchedule
}
