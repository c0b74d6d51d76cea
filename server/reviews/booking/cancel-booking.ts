import type { Review } from '#contract/reviews/reviews.ts'
import {
  type Cancellation,
  cancellationRefusals,
} from '#contract/reviews/scheduling/cancellation.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused, tryWithinSavepoint } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { lockForSlotRemoval, removeSlots } from '#server/slots/remove-free-slots.ts'
import { getAnyReview, getOwnReview } from '../actions.ts'
import { findBookedSlot, recordReviewChange } from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { publishSlotChanges, refuseUnlessUpcoming } from '../rescheduling/move-review.ts'
import { readUpcomingBookings, saveCancellation } from '../rescheduling/queries.ts'

type CancellingRole = RoleAbleTo<'cancel bookings'>

/**
 * Frees the slot of the caller's review (an admin: of any review), so that it needs another one; a
 * reviewer can remove the slot as well (contract, section 9). Refuses a review that is not the
 * caller's (404), is not booked, or has begun (409).
 */
export async function cancelBooking(
  context: Context<Tx>,
  owner: { role: CancellingRole; personId: string },
  { reviewId, reason, removeSlot }: Cancellation,
): Promise<Review> {
  if (removeSlot) await lockSlotRemoval(context, owner)
  await lockForScheduling(context.db, { reviewerIds: [], reviewIds: [reviewId] })
  const review = await getOwnReview(context, owner, reviewId)
  const from = await findBookedSlot(context, reviewId)
  const now = context.clock()
  const isCancelled = await audited(context, { kind: 'reviews', id: reviewId }, () =>
    saveCancellation(context.db, { reviewId, now }),
  )
  if (!isCancelled) refuseUnlessUpcoming(context, review)
  const gone = removeSlot && from ? await removeSlots(context, from.reviewerId, [from.slotId]) : []
  const goneEndsAt = gone[0]?.ends_at
  await recordReviewChange(context, { reviewId, what: 'cancelled', from, reason, goneEndsAt })
  // Read as any review, because it no longer belongs to the reviewer.
  const cancelled = await getAnyReview(context, owner.role, reviewId)
  publishSlotChanges(context, cancelled, from?.reviewerId)
  return cancelled
}

/** Frees the upcoming slot of a student's review. */
export async function cancelBookingsOfStudent(
  context: Context<Tx>,
  studentId: string,
  reason: string,
): Promise<void> {
  const booked = await readUpcomingBookings(context.db, { studentId, now: context.clock() })
  const owner = { role: 'admin', personId: '' } as const
  for (const { id: reviewId } of booked) {
    const cancellation = { reviewId, reason }
    // A review that began just now keeps its slot.
    await tryWithinSavepoint(context.db, () => cancelBooking(context, owner, cancellation))
  }
}

/** Locks out other changes to the reviewer's slots; must be called before a review is locked. */
async function lockSlotRemoval(
  context: Context<Tx>,
  { role, personId }: { role: CancellingRole; personId: string },
): Promise<void> {
  if (role !== 'reviewer') throw new Refused(cancellationRefusals.notYours)
  await lockForSlotRemoval(context, personId)
}
