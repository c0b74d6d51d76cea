import type { AffectedBooking } from '#contract/availability/affected-bookings.ts'
import { reviewerBlockedReason } from '#contract/reviews/scheduling/cancellation.ts'
import type { Role } from '#contract/roles.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { tryWithinSavepoint } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findReviews } from '#server/reviews/actions.ts'
import { lockForScheduling } from '#server/reviews/lock-for-scheduling.ts'
import { moveBooking } from '#server/reviews/rescheduling/move-review.ts'
import { revokeBooking } from '#server/reviews/rescheduling/revoke-booking.ts'
import { toSlotWithReviewer } from '#server/slots/actions.ts'
import { type AffectedReview, findAffectedReviews, type SlotLoss } from './find-affected-reviews.ts'

/** Who sees the affected reviews: reviewers see their own part, admins everything. */
export type AffectedReviewsViewer = { role: Extract<Role, 'reviewer' | 'admin'>; personId: string }

/** Which booked reviews would lose their slot, and where they would move; changes nothing. */
export async function previewAffectedReviews(
  context: Context,
  viewer: AffectedReviewsViewer,
  loss: SlotLoss,
): Promise<AffectedBooking[]> {
  return showAffected(context, viewer, await findAffectedReviews(context, loss))
}

/**
 * Takes booked slots away (contract, section 9): moves each review to another slot on the same day
 * if its advisor allows that; otherwise the review needs a slot again and shows the lost one. The
 * slots themselves are kept. Returns the affected reviews as they were before.
 */
export async function rebookAffectedReviews(
  context: Context<Tx>,
  viewer: AffectedReviewsViewer,
  loss: SlotLoss,
): Promise<AffectedBooking[]> {
  await lockForRebooking(context)
  const expected = await findAffectedReviews(context, loss)
  const reviewers = expected.flatMap(({ suggestion }) => suggestion?.reviewer_id ?? [])
  const reviewerIds = [...new Set([loss.reviewerId, ...reviewers])]
  await lockForScheduling(context.db, { reviewerIds, reviewIds: expected.map(({ id }) => id) })
  // Read again, because reviews may have changed before they were locked.
  const affected = await findAffectedReviews(context, loss)
  const before = await showAffected(context, viewer, affected)
  const moved = new Set<string>()
  for (const one of affected) {
    if (await moveToSuggestion(context, one)) {
      moved.add(one.id)
      continue
    }
    const { reason, awayUntil } = loss
    const why = { ...(reason !== undefined && { reason }), awayUntil }
    await revokeBooking(context, { reviewId: one.id, ...why })
  }
  return before.map((one) => ({ ...one, isMoved: moved.has(one.review._id) }))
}

/** The loss of all slots of a blocked reviewer; the slots are kept, but none is suggested. */
export const getLossOfAllSlots = (reviewerId: string): SlotLoss => ({
  reviewerId,
  lost: 'each',
  gone: 'each',
  reason: reviewerBlockedReason,
})

/** Must be the first lock: two concurrent calls could suggest each other's slots. */
export function lockForRebooking({ db }: Context<Tx>): Promise<void> {
  return advisoryLock(db, 'slots that are lost')
}

/** Moves a review to the suggested slot if its advisor allows that; false if it was not moved. */
async function moveToSuggestion(
  context: Context<Tx>,
  { id, isMoved, suggestion }: AffectedReview,
): Promise<boolean> {
  if (!isMoved || !suggestion) return false
  const move = { reviewId: id, reviewerId: suggestion.reviewer_id, slotId: suggestion.id }
  // Refused if somebody else booked the slot first.
  return tryWithinSavepoint(context.db, () => moveBooking(context, move))
}

async function showAffected(
  context: Context,
  viewer: AffectedReviewsViewer,
  affected: AffectedReview[],
): Promise<AffectedBooking[]> {
  const ids = affected.map(({ id }) => id)
  const reviews = await findReviews(context, viewer, ids)
  const reviewOf = new Map(reviews.map((review) => [review._id, review]))
  return affected.flatMap(({ id, suggestion, isMoved }) => {
    const review = reviewOf.get(id)
    if (!review) return []
    const slot = suggestion && toSlotWithReviewer(context, { ...suggestion, review_id: null })
    return [{ review, suggestion: slot ?? null, isMoved }]
  })
}
