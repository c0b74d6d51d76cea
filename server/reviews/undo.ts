import { isoInstant } from '#contract/kit/iso.ts'
import { minuteMs } from '#contract/kit/time.ts'
import { undoMinutes } from '#contract/limits.ts'
import { type Decision, type Review, reviewRefusals } from '#contract/reviews.ts'
import { withinSavepoint } from '#server/database/transaction.ts'
import { breaksReference, breaksUnique } from '#server/database/violations.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { note, tracked } from '#server/kit/call/trail.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { moveStudentToWeek } from '#server/people/actions.ts'
import { findReview, tellConcerned } from './actions.ts'
import { readDecision, removeNextReview, reopenReview, takeFreedSlot } from './undo-queries.ts'

type Key = { id: string; advisorId: string }

const undoMs = undoMinutes * minuteMs

/**
 * How the student of an advisor's review has gone on, and until when that can be undone; null while
 * the review is open. Refuses with 404 a review that is not theirs.
 */
export async function getDecision(
  context: Context,
  { id, advisorId }: Key,
): Promise<Decision | null> {
  const owner = { role: 'advisor', personId: advisorId } as const
  const row = await readDecision(context.db, { id, advisorId })
  if (!row?.closed_at) {
    await findReview(context, owner, id)
    return null
  }
  const until = row.closed_at + undoMs
  const canUndo = row.is_untouched === 1 && context.clock() <= until
  return {
    next: await findReview(context, owner, row.next_id),
    decidedAt: isoInstant(row.closed_at),
    undoUntil: canUndo ? isoInstant(until) : null,
  }
}

/**
 * Undoes how a student goes on: an advisor's review is open again, with the slot that was freed if
 * it is still free (else `lostSlot`), the next one is gone and the student's week is back (contract,
 * section 9). Refuses a review that is not theirs (404), one that was not followed, what was decided
 * longer ago than ten minutes, and a next review that something has happened to (409).
 */
export async function undoDecision(
  context: Context,
  { id, advisorId }: Key,
): Promise<{ review: Review; lostSlot: boolean }> {
  const owner = { role: 'advisor', personId: advisorId } as const
  return inTransaction(context, async (tx) => {
    const { opened, lostSlot } = await tracked(tx, { kind: 'reviews', id }, async () => {
      const opened = await reopenReview(tx.db, { id, advisorId }, tx.clock() - undoMs)
      if (!opened) {
        const { isClosed } = await findReview(tx, owner, id)
        throw new Refused(isClosed ? reviewRefusals.undoOver : reviewRefusals.notFollowed)
      }
      await removeNext(tx, id)
      const lostSlot = opened.freed_slot_id !== null && !(await giveSlotBack(tx, id))
      return { opened, lostSlot }
    })
    await moveStudentToWeek(tx, opened.student_id, opened.week)
    const review = tellConcerned(tx, await findReview(tx, owner, id))
    return { review, lostSlot }
  })
}

/** The review that follows goes, and the trail says how it stood. */
async function removeNext(context: Context, id: string): Promise<void> {
  try {
    const removed = await removeNextReview(context.db, id)
    if (!removed) throw new Refused(reviewRefusals.undoOver)
    await note(context, { kind: 'reviews', id: removed.id, before: removed })
  } catch (error) {
    if (breaksReference(error)) throw new Refused(reviewRefusals.undoOver)
    throw error
  }
}

/** Whether the slot came back; the undo goes on also when somebody books it in this moment. */
async function giveSlotBack({ db }: Context, id: string): Promise<boolean> {
  try {
    return await withinSavepoint(db, () => takeFreedSlot(db, id))
  } catch (error) {
    if (breaksUnique(error, 'reviews', 'slot_id')) return false
    throw error
  }
}
