import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { getAnyReview } from '../actions.ts'
import { findBookedSlot, recordReviewChange } from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { publishSlotChanges, refuseUnlessUpcoming } from './move-review.ts'
import { saveSlotLoss } from './queries.ts'

/**
 * Takes a booked review's slot away, whoever it belongs to; the review shows it as lost until it is
 * booked again. The slot itself is kept. Refuses an unknown review (404), and one that is not
 * booked or has begun (409).
 */
export async function revokeBooking(
  context: Context<Tx>,
  {
    reviewId,
    ...events
  }: {
    reviewId: string
    /** Who did it; the caller if omitted. */
    by?: string
    /** Shown only to the slot's reviewer and admins. */
    reason?: string
    awayUntil?: string | undefined
  },
): Promise<void> {
  await lockForScheduling(context.db, { reviewerIds: [], reviewIds: [reviewId] })
  const from = await findBookedSlot(context, reviewId)
  const now = context.clock()
  const isLost = await audited(context, { kind: 'reviews', id: reviewId }, () =>
    saveSlotLoss(context.db, { reviewId, now }),
  )
  const review = await getAnyReview(context, 'admin', reviewId)
  if (!isLost) refuseUnlessUpcoming(context, review)
  await recordReviewChange(context, { reviewId, what: 'lost', from, ...events })
  publishSlotChanges(context, review, from?.reviewerId)
}
