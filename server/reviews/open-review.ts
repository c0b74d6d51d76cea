import { dayMs } from '#contract/kit/time/durations.ts'
import { reviewDueDays } from '#contract/limits/reviews.ts'
import { run, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'
import { readOpenReviewsForStudent } from './advisors/queries.ts'

type OpenReview = Awaited<ReturnType<typeof readOpenReviewsForStudent>>[number]

/** The open review of a student, with its advisor; undefined if there is none. */
export async function findOpenReview(
  { db }: Context,
  studentId: string,
): Promise<OpenReview | undefined> {
  const [review] = await readOpenReviewsForStudent(db, { studentId })
  return review
}

/** Makes a review due as long from now as if it were opened now. Returns when (ms since 1970). */
export async function renewDueDate(context: Context<Tx>, id: string): Promise<number> {
  const dueAt = context.clock() + reviewDueDays * dayMs
  await audited(context, { kind: 'reviews', id }, () => saveDueDate(context.db, { id, dueAt }))
  return dueAt
}

const saveDueDate = run((db, { id, dueAt }: Values<{ id: string; dueAt: number }>) =>
  db.updateTable('reviews').set({ due_at: dueAt }).where('id', '=', id),
)
