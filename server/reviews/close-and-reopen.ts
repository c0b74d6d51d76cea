import { undoMs } from '#contract/limits/reviews.ts'
import { getDueDate } from '#contract/reviews/due-date.ts'
import { isForeignKeyViolation } from '#server/database/errors/constraint-errors.ts'
import { first, run, type Values } from '#server/database/query.ts'
import { type Tx, withinSavepoint } from '#server/database/transaction.ts'
import { audited, recordAudit } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { openReview } from './actions.ts'
import { deleteReviewFromReopening } from './decisions/queries.ts'
import { moveDueDatesOffHolidays } from './due-dates-on-holidays.ts'
import { closeReview } from './queries.ts'
import { hasActiveAdvisorAsNumber } from './turns/turn-conditions.ts'

/** The latest review of a student, open or not; undefined if there is none. */
export function findLatestReview({ db }: Context, studentId: string) {
  return readLatestOfStudent(db, { studentId })
}

/** Makes a review due as long from now as if it were opened now. Returns when (ms since 1970). */
export async function renewDueDate(context: Context<Tx>, id: string): Promise<number> {
  const dueAt = getDueDate(context.clock(), context.settings)
  await audited(context, { kind: 'reviews', id }, () => saveDueDate(context.db, { id, dueAt }))
  return dueAt
}

/**
 * Closes a student's open review, if there is one, without a next one. One that a reopening of the
 * course opened in the last ten minutes is deleted instead, if nothing has happened to it.
 */
export async function closeOpenReview(
  context: Context<Tx>,
  studentId: string,
  now: number,
): Promise<void> {
  const review = await findLatestReview(context, studentId)
  if (!review || review.closed_at !== null) return
  if (await deleteIfReopened(context, { id: review.id, since: now - undoMs })) return
  await audited(context, { kind: 'reviews', id: review.id }, () =>
    closeReview(context.db, { id: review.id, advisorId: null, now }),
  )
}

async function deleteIfReopened(
  context: Context<Tx>,
  review: { id: string; since: number },
): Promise<boolean> {
  try {
    const deleted = await withinSavepoint(context.db, () =>
      deleteReviewFromReopening(context.db, review),
    )
    if (!deleted) return false
    await recordAudit(context, { kind: 'reviews', id: deleted.id, before: deleted })
    return true
  } catch (error) {
    // Somebody has joined its call at the same moment.
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

/**
 * Opens the review again that was closed at an instant; false if there is none, or if it has marks
 * of another week than the student's. A week that was edited meanwhile is the review's too, and a
 * holiday may have been added.
 */
export async function undoClosing(
  context: Context<Tx>,
  studentId: string,
  closedAt: number,
): Promise<boolean> {
  const review = await findLatestReview(context, studentId)
  if (review?.closed_at !== closedAt) return false
  const { id, status, advisor_id: advisorId, due_at: dueAt } = review
  const week = review.student_week ?? review.week
  if (status === 'conducted' && week !== review.week) return false
  await audited(context, { kind: 'reviews', id }, () =>
    saveOpen(context.db, { id, advisorId, week, dueAt }),
  )
  await moveDueDatesOffHolidays(context, context.settings)
  return true
}

/**
 * Opens the latest review of a student again if no slot of it was used, otherwise another one of
 * their week: due in seven days, with the advisor if active. Returns when it is due (ms since
 * 1970).
 */
export async function reopenLatestReview(context: Context<Tx>, studentId: string): Promise<number> {
  const dueAt = getDueDate(context.clock(), context.settings)
  const last = await findLatestReview(context, studentId)
  if (!last) return dueAt
  const { id, status, student_week, pending_task } = last
  const week = student_week ?? last.week
  const advisorId = last.has_advisor === 1 ? last.advisor_id : null
  if (status === 'not-scheduled') {
    await audited(context, { kind: 'reviews', id }, () =>
      saveOpen(context.db, { id, advisorId, week, dueAt }),
    )
  } else {
    const next = { student_id: studentId, advisor_id: advisorId, follows_id: id }
    await openReview(context, { ...next, week, pending_task })
  }
  return dueAt
}

/** Ids grow in time. */
const readLatestOfStudent = first((db, { studentId }: Values<{ studentId: string }>) =>
  db
    .selectFrom('reviews')
    .innerJoin('people as student', 'student.id', 'reviews.student_id')
    .select(['reviews.id', 'reviews.status', 'reviews.week', 'reviews.due_at', 'reviews.closed_at'])
    .select(['reviews.advisor_id', 'reviews.reviewer_id', 'reviews.pending_task'])
    .select(['student.name as student', 'student.week as student_week'])
    .select(hasActiveAdvisorAsNumber.as('has_advisor'))
    .where('reviews.student_id', '=', studentId)
    .orderBy('reviews.id', 'desc')
    .limit(1),
)

const saveDueDate = run((db, { id, dueAt }: Values<{ id: string; dueAt: number }>) =>
  db.updateTable('reviews').set({ due_at: dueAt }).where('id', '=', id),
)

type Opened = { id: string; advisorId: string | null; week: number; dueAt: number }

const saveOpen = run((db, { id, advisorId, week, dueAt }: Values<Opened>) =>
  db
    .updateTable('reviews')
    .set({ closed_at: null, advisor_id: advisorId, week, due_at: dueAt })
    .where('id', '=', id),
)
