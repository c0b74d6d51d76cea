import { type Booking, bookingRefusals } from '#contract/reviews/scheduling/booking.ts'
import { moveRefusals } from '#contract/reviews/scheduling/rescheduling.ts'
import type { Review } from '#contract/reviews.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { bookableNow } from '#server/slots/bookable/bookable.ts'
import { findAnyReview, findReview, publishReviewChange } from '../actions.ts'
import type { AdvisorOrAdmin } from '../advisor-or-admin.ts'
import { findBookingRefusal, isSlotTakenError, refuseBlockedStudent } from '../booking/book-slot.ts'
import { findBookedSlot, recordHistory } from '../history/record-history.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { saveMove } from './queries.ts'

/**
 * Gives an advisor's booked review another slot, and frees the one that it had, in one step
 * (contract, section 9). Refuses what booking does, and a review that is not booked or has begun
 * (409).
 */
export async function moveReview(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  { reviewId, reviewer: reviewerId, slot: slotId }: Booking,
): Promise<Review> {
  await findReview(context, caller, reviewId)
  await moveBooking(context, { reviewId, reviewerId, slotId })
  return findReview(context, caller, reviewId)
}

/** A review, the slot that it is moved to, and whose that is. */
type Move = {
  reviewId: string
  reviewerId: string
  slotId: string
  /** Who is said to have moved it; without it whoever makes the call. */
  by?: string
}

/**
 * Moves a booked review, whoever's it is, to another slot, with its entries in the audit log and
 * history, and tells those concerned. Refuses as `moveReview` does; whoever goes on without it does
 * so by `withinSavepoint`, and moves several only once they hold all that is concerned
 * (`lockForScheduling`).
 */
export async function moveBooking(
  context: Context<Tx>,
  { reviewId, reviewerId, slotId, by }: Move,
): Promise<void> {
  await lockForScheduling(context.db, { reviewerIds: [reviewerId], reviewIds: [reviewId] })
  const from = await findBookedSlot(context, reviewId)
  const wanted = { slotId, reviewerId, ...bookableNow(context, reviewId) }
  const isMoved = await audited(context, { kind: 'reviews', id: reviewId }, () =>
    refuseOnViolation(isSlotTakenError, bookingRefusals.taken, saveMove(context.db, wanted)),
  )
  const review = await findAnyReview(context, 'admin', reviewId)
  if (!isMoved) {
    refuseUnlessUpcoming(context, review)
    await refuseBlockedStudent(context, reviewId)
    // It was not free yet when it was tried, and is by now.
    throw new Refused((await findBookingRefusal(context, wanted)) ?? bookingRefusals.taken)
  }
  const to = await findBookedSlot(context, reviewId)
  await recordHistory(context, { reviewId, what: 'moved', from, to, ...(by && { by }) })
  publishSlotChanges(context, review, from?.reviewerId)
}

/** Refuses a review that has no slot, has begun, or is over (409). */
export function refuseUnlessUpcoming({ clock }: Context, review: Review): void {
  if (review.status === 'not-scheduled' && !review.isClosed) {
    throw new Refused(moveRefusals.notBooked)
  }
  const hasBegun = review.startsAt !== null && Date.parse(review.startsAt) <= clock()
  if (review.status !== 'review-scheduled' || review.isClosed || hasBegun) {
    throw new Refused(moveRefusals.begun)
  }
}

/** Tells the open pages of those concerned of a review whose slot changed, and whose it was. */
export function publishSlotChanges(
  context: Context,
  review: Review,
  reviewerBefore: string | undefined,
): void {
  const { student, advisor, reviewer } = review
  publishReviewChange(context, review)
  context.live.changed('reviews', [reviewerBefore])
  context.live.changed('slots', [student._id, advisor?._id, reviewer?._id, reviewerBefore])
}
