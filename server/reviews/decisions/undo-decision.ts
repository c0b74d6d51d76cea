import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { undoMs } from '#contract/limits/reviews.ts'
import type { Decision } from '#contract/reviews/decision.ts'
import { type Review, reviewRefusals } from '#contract/reviews/reviews.ts'
import { isForeignKeyViolation } from '#server/database/errors/constraint-errors.ts'
import { type Tx, withinSavepoint } from '#server/database/transaction.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import { Refused, refuseOnViolation } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { moveStudentToWeek } from '#server/people/edit-details.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import { getOwnReview, publishReviewChange } from '../actions.ts'
import { type AdvisorOrAdmin, getAdvisorId } from '../advisor-or-admin.ts'
import { isSlotTakenError } from '../booking/book-slot.ts'
import { moveDueDatesOffHolidays } from '../due-dates-on-holidays.ts'
import type { BookedSlot } from '../history/history-entry.ts'
import {
  findBookedSlot,
  readLastEntry,
  recordReviewChange,
  reopenRescheduleRequest,
} from '../history/record-review-change.ts'
import { lockForScheduling } from '../lock-for-scheduling.ts'
import {
  claimFreedSlot,
  deleteNextReview,
  readFreedSlotReviewer,
  readNextReview,
  reopenReview,
} from './queries.ts'

/**
 * How an advisor's review was decided, and until when that can be undone; null while the review is
 * open, and once its student has another advisor. Refuses a review that is not theirs (404).
 */
export async function getDecision(
  context: Context,
  caller: AdvisorOrAdmin,
  id: string,
): Promise<Decision | null> {
  const advisorId = getAdvisorId(caller)
  const row = await readNextReview(context.db, { id, advisorId })
  if (!row?.closed_at) {
    await getOwnReview(context, caller, id)
    return null
  }
  if (advisorId !== null && row.next_advisor_id !== advisorId) return null
  const until = row.closed_at + undoMs
  const canUndo = row.is_untouched === 1 && context.clock() <= until
  return {
    next: await getOwnReview(context, caller, row.next_id),
    decidedAt: toIsoInstant(row.closed_at),
    undoUntil: canUndo ? toIsoInstant(until) : null,
  }
}

/**
 * Undoes a decision: reopens the review, restores the freed slot if it is still free (`lostSlot` if
 * not), deletes the next review and moves the student back to the old week (contract, section 9).
 * Refuses a review that is not the caller's (404), was not decided, was decided more than ten
 * minutes ago, or whose next review has changed (409).
 */
export async function undoDecision(
  context: Context<Tx>,
  caller: AdvisorOrAdmin,
  id: string,
): Promise<{ review: Review; lostSlot: boolean }> {
  const advisorId = getAdvisorId(caller)
  const since = context.clock() - undoMs
  const freed = await readFreedSlotReviewer(context.db, { id })
  const reviewerIds = freed ? [freed.reviewer_id] : []
  const next = await readNextReview(context.db, { id, advisorId })
  // Wait for anybody who is changing the next review: its history is read afterwards.
  const reviewIds = next ? [id, next.next_id] : [id]
  await lockForScheduling(context.db, { reviewerIds, reviewIds })
  const { opened, lostSlot } = await audited(context, { kind: 'reviews', id }, async () => {
    const opened = await reopenReview(context.db, { id, advisorId, since })
    if (!opened) {
      const { isClosed } = await getOwnReview(context, caller, id)
      throw new Refused(isClosed ? reviewRefusals.undoOver : reviewRefusals.notFollowed)
    }
    await deleteNext(context, id)
    const decided = await readDecidedLine(context, id)
    const isFreed = opened.freed_slot_id !== null
    const lostSlot = isFreed && !(await tryRestoreSlot(context, id, decided))
    const isBack = isFreed && !lostSlot
    await recordUndo(context, id, {
      to: isBack ? await findBookedSlot(context, id) : undefined,
      decided,
    })
    return { opened, lostSlot }
  })
  // A holiday may have been added meanwhile.
  await moveDueDatesOffHolidays(context, context.settings)
  await moveStudentToWeek(context, opened.student_id, opened.week)
  const review = publishReviewChange(context, await getOwnReview(context, caller, id))
  return { review, lostSlot }
}

/** Adds an entry to the history and reopens the reschedule request that the decision ended. */
async function recordUndo(
  context: Context<Tx>,
  reviewId: string,
  { to, decided }: { to: BookedSlot | undefined; decided: Decided | undefined },
) {
  if (decided) await reopenRescheduleRequest(context.db, { reviewId, at: decided.at })
  const undoes = decided ? { undoesId: decided.id } : {}
  await recordReviewChange(context, { reviewId, what: 'undone', to, ...undoes })
}

type Decided = { id: string; at: number }

/** The history entry of the decision; a review closed by an older version may have none. */
async function readDecidedLine({ db }: Context, reviewId: string): Promise<Decided | undefined> {
  const last = await readLastEntry(db, { reviewId })
  return last?.what === 'decided' ? last : undefined
}

/** Deletes the next review and records its last state in the audit log. */
async function deleteNext(context: Context<Tx>, id: string): Promise<void> {
  const removing = deleteNextReview(context.db, { id })
  const removed = await refuseOnViolation(isForeignKeyViolation, reviewRefusals.undoOver, removing)
  if (!removed) throw new Refused(reviewRefusals.undoOver)
  await recordAudit(context, { kind: 'reviews', id: removed.id, before: removed })
}

/** Whether the slot was restored; the undo succeeds even if somebody books it meanwhile. */
async function tryRestoreSlot(
  context: Context<Tx>,
  id: string,
  decided: Decided | undefined,
): Promise<boolean> {
  const { db } = context
  const since = { since: decided?.at ?? 0, sinceId: decided?.id ?? '' }
  try {
    return await withinSavepoint(db, () =>
      claimFreedSlot(db, { ...getBookingRuleInputs(context, id), ...since }),
    )
  } catch (error) {
    if (isSlotTakenError(error)) return false
    throw error
  }
}
