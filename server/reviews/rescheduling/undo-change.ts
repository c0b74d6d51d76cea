import type { Refusal } from '#contract/kit/refusal.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import { moveRefusals } from '#contract/reviews/scheduling/rescheduling.ts'
import type { Review } from '#contract/reviews.ts'
import type { AbleTo } from '#contract/roles.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { bookableNow, type SinceChange } from '#server/slots/bookable/bookable.ts'
import { lockReviewer, restoreSlot } from '#server/slots/remove-slots.ts'
import { findAnyReview, findReview } from '../actions.ts'
import { isSlotTakenError, refuseBlockedStudent } from '../booking/book-slot.ts'
import type { BookedSlot } from '../history/history-entry.ts'
import {
  findBookedSlot,
  readLastEntry,
  recordHistory,
  reopenRescheduleRequest,
} from '../history/record-history.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import type { WantedSlot } from '../queries.ts'
import { publishSlotChanges } from './move-review.ts'
import { readUndoRuleChecks, saveUndo } from './queries.ts'

/**
 * Takes back what the caller did last to a review's booking, a move or a cancellation: the slot is
 * its own again, made anew if it went too, and so is the wish that ended with it (contract, section
 * 9). Refuses a review that is not the caller's (404), one to which something has happened since or
 * ten minutes ago, a slot that has begun, or against which stands what was booked, or its reviewer
 * wants, since, and a blocked student's (409).
 */
export async function undoChange(
  context: Context<Tx>,
  owner: { role: AbleTo<'cancel bookings'>; personId: string },
  reviewId: string,
): Promise<Review> {
  const change = await findChange(context, owner, reviewId)
  if (change.gone_ends_at !== null) await lockReviewer(context, change.from.reviewerId)
  await lockForScheduling(context.db, {
    reviewerIds: [change.from.reviewerId],
    reviewIds: [reviewId],
  })
  await revertChange(context, reviewId, change)
  return findAnyReview(context, owner.role, reviewId)
}

/** A line of a review's history that can be taken back, and the slot that the review had before. */
type UndoableChange = {
  id: string
  at: number
  from: BookedSlot
  to_slot_id: string | null
  /** When the slot that it had ended, where that went too. */
  gone_ends_at: number | null
}

/**
 * Gives a review, whoever's it is, the slot back that it had before a change, with its entry in
 * audit log and history, and tells those concerned. Refuses (409) as `undoChange` does; whoever
 * calls it holds the review and that slot's reviewer.
 */
export async function revertChange(
  context: Context<Tx>,
  reviewId: string,
  { id, at, from, to_slot_id, gone_ends_at: endsAt }: UndoableChange,
): Promise<void> {
  const { db } = context
  const last = await readLastEntry(db, { reviewId })
  // Somebody else was faster.
  if (last?.id !== id) throw new Refused(moveRefusals.noUndo)
  if (endsAt !== null) await restoreSlot(context, { ...from, endsAt }, moveRefusals.slotGone)
  const was = await findBookedSlot(context, reviewId)
  const leftWith = to_slot_id ?? ''
  const wanted = { ...from, ...bookableNow(context, reviewId), since: at, sinceId: id }
  const isBack = await audited(context, { kind: 'reviews', id: reviewId }, () =>
    refuseOnViolation(
      isSlotTakenError,
      moveRefusals.slotGone,
      saveUndo(db, { ...wanted, leftWith }),
    ),
  )
  if (!isBack) {
    await refuseBlockedStudent(context, reviewId)
    throw new Refused(await getUndoRefusal(context, wanted))
  }
  await reopenRescheduleRequest(db, { reviewId, at })
  await recordHistory(context, { reviewId, what: 'undone', from: was, to: from, undoesId: id })
  publishSlotChanges(context, await findAnyReview(context, 'admin', reviewId), was?.reviewerId)
}

/** Which rule keeps the slot from being taken back. */
async function getUndoRefusal({ db }: Context, wanted: WantedSlot & SinceChange): Promise<Refusal> {
  const keeps = await readUndoRuleChecks(db, wanted)
  if (!keeps?.unused) return moveRefusals.slotGone
  if (!keeps.ahead) return moveRefusals.slotBegun
  if (keeps.buffer && keeps.most_a_day) return moveRefusals.noUndo
  if (!keeps.wants) return moveRefusals.wantsChanged
  return keeps.buffer ? moveRefusals.dayFilled : moveRefusals.slotClose
}

/** The change that the caller made last, if nothing has happened since. */
async function findChange(
  context: Context<Tx>,
  owner: { role: AbleTo<'cancel bookings'>; personId: string },
  reviewId: string,
) {
  const last = await readLastEntry(context.db, { reviewId })
  const isOwn = last?.person_id === owner.personId
  // A reviewer who has cancelled has this review no more, but for taking that back.
  if (!isOwn) await findReview(context, owner, reviewId)
  const from = last && getPreviousSlot(last)
  const isChange = last?.what === 'moved' || last?.what === 'cancelled'
  if (!isOwn || !from || !isChange || last.at < context.clock() - undoMs) {
    throw new Refused(moveRefusals.noUndo)
  }
  return { ...last, from }
}

/** The slot that a review had before a line of its history; undefined if it had none. */
export function getPreviousSlot(line: {
  from_slot_id: string | null
  from_starts_at: number | null
  from_reviewer_id: string | null
}): BookedSlot | undefined {
  const { from_slot_id: slotId, from_starts_at: startsAt, from_reviewer_id: reviewerId } = line
  if (slotId === null || startsAt === null || reviewerId === null) return undefined
  return { slotId, startsAt, reviewerId }
}
