import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { findAnyReview } from '../actions.ts'
import { findBookedSlot, recordHistory } from '../history/record-history.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import { publishSlotChanges, refuseUnlessUpcoming } from './move-review.ts'
import { saveSlotLoss } from './queries.ts'

/**
 * Takes a booked review's slot away, whoever's it is: the review waits for another one, and says
 * that it lost this one until then. The slot itself stays as it is. Refuses a review that is not
 * there (404), is not booked, or has begun (409).
 */
export async function revokeBooking(
  context: Context<Tx>,
  {
    reviewId,
    ...events
  }: {
    reviewId: string
    /** Who is said to have done it; without it whoever makes the call. */
    by?: string
    /** Read by the slot's reviewer and admins alone. */
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
  const review = await findAnyReview(context, 'admin', reviewId)
  if (!isLost) refuseUnlessUpcoming(context, review)
  await recordHistory(context, { reviewId, what: 'lost', from, ...events })
  publishSlotChanges(context, review, from?.reviewerId)
}
