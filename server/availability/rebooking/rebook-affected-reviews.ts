import type { AffectedBooking } from '#contract/availability/affected-bookings.ts'
import { reviewerBlocked } from '#contract/reviews/scheduling/cancellation.ts'
import type { Role } from '#contract/roles.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { tryWithinSavepoint } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { findReview } from '#server/reviews/actions.ts'
import { lockForScheduling } from '#server/reviews/lock-for-scheduling.ts'
import { moveBooking } from '#server/reviews/rescheduling/move-review.ts'
import { revokeBooking } from '#server/reviews/rescheduling/revoke-booking.ts'
import { showPlacedSlot } from '#server/slots/actions.ts'
import { type Affected, findAffected, type SlotLoss } from './find-affected.ts'

/** Whoever is shown what is touched: reviewers what is their own, admins everything. */
export type Viewer = { role: Extract<Role, 'reviewer' | 'admin'>; personId: string }

/** Which booked reviews would lose their slot, and where they would go; changes nothing. */
export async function previewAffected(
  context: Context,
  viewer: Viewer,
  loss: SlotLoss,
): Promise<AffectedBooking[]> {
  const affected = await findAffected(context, loss)
  return Promise.all(affected.map((one) => showAffected(context, viewer, one)))
}

/**
 * Takes slots away from those who booked them (contract, section 9): each review is moved to another
 * slot on the same day where its advisor allows that, else it waits again and says what it lost. The
 * slots themselves stay. Returns what was touched, as it stood before.
 */
export async function rebookAffectedReviews(
  context: Context<Tx>,
  viewer: Viewer,
  loss: SlotLoss,
): Promise<AffectedBooking[]> {
  await lockForRebooking(context)
  const expected = await findAffected(context, loss)
  const reviewers = expected.flatMap(({ suggestion }) => suggestion?.reviewer_id ?? [])
  const reviewerIds = [...new Set([loss.reviewerId, ...reviewers])]
  await lockForScheduling(context.db, { reviewerIds, reviewIds: expected.map(({ id }) => id) })
  const notified: AffectedBooking[] = []
  // Read anew: what is held from here on may have changed before.
  for (const affected of await findAffected(context, loss)) {
    const touch = await showAffected(context, viewer, affected)
    const isMoved = await moveByItself(context, affected)
    if (!isMoved) {
      const { reason, awayUntil } = loss
      const why = { ...(reason !== undefined && { reason }), awayUntil }
      await revokeBooking(context, { reviewId: affected.id, ...why })
    }
    notified.push({ ...touch, isMoved })
  }
  return notified
}

/**
 * All that a reviewer who is blocked has is lost to those who booked it; the slots stay, and none is
 * suggested.
 */
export const getLossOfAllSlots = (reviewerId: string): SlotLoss => ({
  ...{ reviewerId, lost: 'each', gone: 'each', reason: reviewerBlocked },
})

/** Before anything else is held: two who take slots away suggest each other's. */
export function lockForRebooking({ db }: Context<Tx>): Promise<void> {
  return advisoryLock(db, 'slots that are lost')
}

/** Moves a review where its advisor allows it; false when it is not moved. */
async function moveByItself(
  context: Context<Tx>,
  { id, isMoved, suggestion }: Affected,
): Promise<boolean> {
  if (!isMoved || !suggestion) return false
  const move = { reviewId: id, reviewerId: suggestion.reviewer_id, slotId: suggestion.id }
  // It is refused where another one was quicker.
  return tryWithinSavepoint(context.db, () => moveBooking(context, move))
}

async function showAffected(
  context: Context,
  { role, personId }: Viewer,
  { id, suggestion, isMoved }: Affected,
): Promise<AffectedBooking> {
  return {
    review: await findReview(context, { role, personId }, id),
    suggestion: suggestion ? showPlacedSlot(context, { ...suggestion, review_id: null }) : null,
    isMoved,
  }
}
