import {
  type Cancellation,
  cancellationRefusals,
  studentBlocked,
} from '#contract/reviews/cancellation.ts'
import type { Review } from '#contract/reviews.ts'
import type { AbleTo } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { Refused, tryWithinSavepoint } from '#server/kit/call/refused.ts'
import { tracked } from '#server/kit/call/trail.ts'
import type { Context } from '#server/kit/context.ts'
import { removeSlots, takeTurnAtRemoving } from '#server/slots/remove.ts'
import { findReview, findReviewAs } from '../actions.ts'
import { holdSchedule } from '../hold.ts'
import { refuseUnlessAhead, tellOfSlots } from './moves.ts'
import { noteHistory, placeOf } from './note-history.ts'
import { readBookedAhead, saveCancellation } from './queries.ts'

type CancellingRole = AbleTo<'cancel bookings'>

/**
 * Frees the slot of the caller's review, or of any for an admin, which waits for another one from then on
 * (contract, section 9); a reviewer can remove it too. Refuses a review that is not theirs (404),
 * is not booked, or has begun (409).
 */
export async function cancelBooking(
  context: Context<Tx>,
  owner: { role: CancellingRole; personId: string },
  { reviewId, reason, removeSlot }: Cancellation,
): Promise<Review> {
  if (removeSlot) await takeTurnAtOwn(context, owner)
  await holdSchedule(context.db, { reviewerIds: [], reviewIds: [reviewId] })
  const review = await findReview(context, owner, reviewId)
  const from = await placeOf(context, reviewId)
  const now = context.clock()
  const isCancelled = await tracked(context, { kind: 'reviews', id: reviewId }, () =>
    saveCancellation(context.db, { reviewId, now }),
  )
  if (!isCancelled) refuseUnlessAhead(context, review)
  const gone = removeSlot && from ? await removeSlots(context, from.reviewerId, [from.slotId]) : []
  const goneEndsAt = gone[0]?.ends_at
  await noteHistory(context, { reviewId, what: 'cancelled', from, reason, goneEndsAt })
  // It is no longer one of the reviewer's.
  const cancelled = await findReviewAs(context, owner.role, reviewId)
  tellOfSlots(context, cancelled, from?.reviewerId)
  return cancelled
}

/** Frees the slot of a student's review that is booked and has not begun, as the student is blocked. */
export async function cancelBookingsOfBlocked(
  context: Context<Tx>,
  studentId: string,
): Promise<void> {
  const booked = await readBookedAhead(context.db, { studentId, now: context.clock() })
  const owner = { role: 'admin', personId: '' } as const
  for (const { id: reviewId } of booked) {
    const cancellation = { reviewId, reason: studentBlocked }
    // One that has begun just now keeps its slot.
    await tryWithinSavepoint(context.db, () => cancelBooking(context, owner, cancellation))
  }
}

/** Whoever removes a slot waits for others who do, before any review is held. */
async function takeTurnAtOwn(
  context: Context<Tx>,
  { role, personId }: { role: CancellingRole; personId: string },
): Promise<void> {
  if (role !== 'reviewer') throw new Refused(cancellationRefusals.notYours)
  await takeTurnAtRemoving(context, personId)
}
