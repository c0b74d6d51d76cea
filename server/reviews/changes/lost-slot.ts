import type { Tx } from '#server/database/transaction.ts'
import { tracked } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { findReviewAs } from '../actions.ts'
import { holdSchedule } from '../hold.ts'
import { refuseUnlessAhead, tellOfSlots } from './moves.ts'
import { noteHistory, placeOf } from './note-history.ts'
import { saveLoss } from './queries.ts'

/**
 * Takes a booked review's slot away, whoever's it is: the review waits for another one, and says
 * that it lost this one until then. The slot itself stays as it is. Refuses a review that is not
 * there (404), is not booked, or has begun (409).
 */
export async function loseSlot(
  context: Context<Tx>,
  {
    reviewId,
    ...told
  }: {
    reviewId: string
    /** Who is said to have done it; without it whoever makes the call. */
    by?: string
    /** Read by the slot's reviewer and admins alone. */
    reason?: string
  },
): Promise<void> {
  await holdSchedule(context.db, { reviewerIds: [], reviewIds: [reviewId] })
  const from = await placeOf(context, reviewId)
  const now = context.clock()
  const isLost = await tracked(context, { kind: 'reviews', id: reviewId }, () =>
    saveLoss(context.db, { reviewId, now }),
  )
  const review = await findReviewAs(context, 'admin', reviewId)
  if (!isLost) refuseUnlessAhead(context, review)
  await noteHistory(context, { reviewId, what: 'lost', from, ...told })
  tellOfSlots(context, review, from?.reviewerId)
}
