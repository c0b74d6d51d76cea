import type { Refusal } from '#contract/kit/refusal.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { moveRefusals } from '#contract/reviews/scheduling/rescheduling.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { getBookingRuleInputs, type HistoryEntryToUndo } from '#server/slots/bookable/bookable.ts'
import { lockReviewer, restoreSlot } from '#server/slots/remove-free-slots.ts'
import { getAnyReview, getOwnReview } from '../actions.ts'
import { isSlotTakenError, refuseInactiveStudent } from '../booking/book-slot.ts'
import type { BookedSlot } from '../history/history-entry.ts'
import {
  findBookedSlot,
  readLastEntry,
  recordReviewChange,
  reopenRescheduleRequest,
} from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import type { WantedSlot } from '../queries.ts'
import { publishSlotChanges } from './move-review.ts'
import { readUndoRuleChecks, restorePreviousSlot } from './queries.ts'

/**
 * Undoes the caller's last change to a review's booking, a move or a cancellation: restores the
 * slot (also one that was removed) and the reschedule request that the change ended (contract,
 * section 9). Refuses a review that is not the caller's (404); a review that has changed since, a
 * change more than ten minutes ago, a slot that has begun, conflicts with later bookings or rules
 * of the reviewer, and an inactive student (409).
 */
export async function undoChange(
  context: Context<Tx>,
  owner: { role: RoleAbleTo<'cancel bookings'>; personId: string },
  reviewId: string,
): Promise<Review> {
  const change = await findChange(context, owner, reviewId)
  if (change.gone_ends_at !== null) await lockReviewer(context, change.from.reviewerId)
  await lockForScheduling(context.db, {
    reviewerIds: [change.from.reviewerId],
    reviewIds: [reviewId],
  })
  await revertChange(context, reviewId, change)
  return getAnyReview(context, owner.role, reviewId)
}

/** A history entry that can be undone, and the slot that the review had before it. */
type UndoableChange = {
  id: string
  at: number
  from: BookedSlot
  to_slot_id: string | null
  /** When the old slot ended, if it was removed too. */
  gone_ends_at: number | null
}

/**
 * Restores the slot that a review had before a change, records it in audit log and history, and
 * notifies everybody concerned. Refuses like `undoChange` (409). The caller must have locked the
 * review and the slot's reviewer.
 */
export async function revertChange(
  context: Context<Tx>,
  reviewId: string,
  { id, at, from, to_slot_id, gone_ends_at: endsAt }: UndoableChange,
): Promise<void> {
  const { db } = context
  const last = await readLastEntry(db, { reviewId })
  // Somebody else changed the review first.
  if (last?.id !== id) throw new Refused(moveRefusals.noUndo)
  if (endsAt !== null) {
    await restoreSlot(context, { ...from, endsAt, removedAt: at }, moveRefusals.slotGone)
  }
  const was = await findBookedSlot(context, reviewId)
  const leftWith = to_slot_id ?? ''
  const wanted = { ...from, ...getBookingRuleInputs(context, reviewId), since: at, sinceId: id }
  const isBack = await audited(context, { kind: 'reviews', id: reviewId }, () =>
    refuseOnViolation(
      isSlotTakenError,
      moveRefusals.slotGone,
      restorePreviousSlot(db, { ...wanted, leftWith }),
    ),
  )
  if (!isBack) {
    await refuseInactiveStudent(context, reviewId)
    throw new Refused(await getUndoRefusal(context, wanted))
  }
  await reopenRescheduleRequest(db, { reviewId, at })
  await recordReviewChange(context, { reviewId, what: 'undone', from: was, to: from, undoesId: id })
  publishSlotChanges(context, await getAnyReview(context, 'admin', reviewId), was?.reviewerId)
}

/** The refusal for the rule that keeps the slot from being restored. */
async function getUndoRefusal(
  { db }: Context,
  wanted: WantedSlot & HistoryEntryToUndo,
): Promise<Refusal> {
  const keeps = await readUndoRuleChecks(db, wanted)
  if (!keeps?.unused) return moveRefusals.slotGone
  if (!keeps.upcoming) return moveRefusals.slotBegun
  if (keeps.buffer && keeps.day_limit) return moveRefusals.noUndo
  if (!keeps.rules) return moveRefusals.wantsChanged
  return keeps.buffer ? moveRefusals.dayFilled : moveRefusals.slotClose
}

/** The caller's last change to the review, if nothing has changed since. */
async function findChange(
  context: Context<Tx>,
  owner: { role: RoleAbleTo<'cancel bookings'>; personId: string },
  reviewId: string,
) {
  const last = await readLastEntry(context.db, { reviewId })
  const isOwn = last?.person_id === owner.personId
  // A reviewer who cancelled no longer has this review, but may still undo it.
  if (!isOwn) await getOwnReview(context, owner, reviewId)
  const from = last && getPreviousSlot(last)
  const isChange = last?.what === 'moved' || last?.what === 'cancelled'
  if (!isOwn || !from || !isChange || last.at < context.clock() - undoMs) {
    throw new Refused(moveRefusals.noUndo)
  }
  return { ...last, from }
}

/** The slot that a review had before a history entry; undefined if it had none. */
export function getPreviousSlot(line: {
  from_slot_id: string | null
  from_starts_at: number | null
  from_reviewer_id: string | null
}): BookedSlot | undefined {
  const { from_slot_id: slotId, from_starts_at: startsAt, from_reviewer_id: reviewerId } = line
  if (slotId === null || startsAt === null || reviewerId === null) return undefined
  return { slotId, startsAt, reviewerId }
}
