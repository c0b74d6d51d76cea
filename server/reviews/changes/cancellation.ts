import type { Cancellation } from '#contract/reviews/cancellation.ts'
import type { Review } from '#contract/reviews.ts'
import type { AbleTo } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { tracked } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { findReview, findReviewAs } from '../actions.ts'
import { holdSchedule } from '../hold.ts'
import { refuseUnlessAhead, tellOfSlots } from './moves.ts'
import { noteHistory, placeOf } from './note-history.ts'
import { saveCancellation } from './queries.ts'

/**
 * Frees the slot of an advisor's or a reviewer's review, which waits for another one from then on
 * (contract, section 9). Refuses a review that is not theirs (404), is not booked, or has begun
 * (409).
 */
export async function cancelBooking(
  context: Context<Tx>,
  owner: { role: AbleTo<'cancel bookings'>; personId: string },
  { reviewId, reason }: Cancellation,
): Promise<Review> {
  await holdSchedule(context.db, { reviewerIds: [], reviewIds: [reviewId] })
  const review = await findReview(context, owner, reviewId)
  const from = await placeOf(context, reviewId)
  const now = context.clock()
  const isCancelled = await tracked(context, { kind: 'reviews', id: reviewId }, () =>
    saveCancellation(context.db, { reviewId, now }),
  )
  if (!isCancelled) refuseUnlessAhead(context, review)
  await noteHistory(context, { reviewId, what: 'cancelled', from, reason })
  // It is no longer one of the reviewer's.
  const cancelled = await findReviewAs(context, owner.role, reviewId)
  tellOfSlots(context, cancelled, from?.reviewerId)
  return cancelled
}
