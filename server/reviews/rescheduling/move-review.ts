import type { Review } from '#contract/reviews/reviews.ts'
import { type BookingInput, bookingRefusals } from '#contract/reviews/scheduling/booking.ts'
import { moveRefusals } from '#contract/reviews/scheduling/rescheduling.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import { getAnyReview, getOwnReview, publishReviewChange } from '../actions.ts'
import type { AdvisorOrAdmin } from '../advisor-or-admin.ts'
import {
  findBookingRefusal,
  isSlotTakenError,
  refuseInactiveStudent,
} from '../booking/book-slot.ts'
import { findBookedSlot, recordReviewChange } from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { saveMove } from './queries.ts'

/**
 * Moves an advisor's booked review to another slot and frees the old one, in one step (contract,
 * section 9). Refuses like `bookSlot`, and a review that is not booked or has begun (409).
 */
export async function moveReview(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  { reviewId, reviewer: reviewerId, slot: slotId }: BookingInput,
): Promise<Review> {
  await getOwnReview(context, caller, reviewId)
  await moveBooking(context, { reviewId, reviewerId, slotId })
  return getOwnReview(context, caller, reviewId)
}

/** A review, the slot to move it to, and the slot's reviewer. */
type Move = {
  reviewId: string
  reviewerId: string
  slotId: string
  /** Who moved it; the caller if omitted. */
  by?: string
}

/**
 * Moves any booked review to another slot, records it in audit log and history, and notifies
 * everybody concerned. Refuses like `moveReview`. To continue after a refusal, call it in
 * `withinSavepoint`; to move several reviews, lock all of them first (`lockForScheduling`).
 */
export async function moveBooking(
  context: Context<Tx>,
  { reviewId, reviewerId, slotId, by }: Move,
): Promise<void> {
  await lockForScheduling(context.db, { reviewerIds: [reviewerId], reviewIds: [reviewId] })
  const from = await findBookedSlot(context, reviewId)
  const wanted = { slotId, reviewerId, ...getBookingRuleInputs(context, reviewId) }
  const isMoved = await audited(context, { kind: 'reviews', id: reviewId }, () =>
    refuseOnViolation(isSlotTakenError, bookingRefusals.taken, saveMove(context.db, wanted)),
  )
  const review = await getAnyReview(context, 'admin', reviewId)
  if (!isMoved) {
    refuseUnlessUpcoming(context, review)
    await refuseInactiveStudent(context, reviewId)
    // The slot was freed between the attempt and this check.
    throw new Refused((await findBookingRefusal(context, wanted)) ?? bookingRefusals.taken)
  }
  const to = await findBookedSlot(context, reviewId)
  await recordReviewChange(context, { reviewId, what: 'moved', from, to, ...(by && { by }) })
  publishSlotChanges(context, review, from?.reviewerId)
}

/** Refuses a review that has no slot, has begun, or is closed (409). */
export function refuseUnlessUpcoming({ clock }: Context, review: Review): void {
  if (review.status === 'not-scheduled' && !review.isClosed) {
    throw new Refused(moveRefusals.notBooked)
  }
  const hasBegun = review.startsAt !== null && Date.parse(review.startsAt) <= clock()
  if (review.status !== 'review-scheduled' || review.isClosed || hasBegun) {
    throw new Refused(moveRefusals.begun)
  }
}

/**
 * Tells the open pages of everybody concerned that a review's slot changed, including its former
 * reviewer.
 */
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
