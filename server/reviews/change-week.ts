import { editPersonRefusals } from '#contract/people/edit-person.ts'
import { run, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { readOpenReviewsForStudents } from './advisors/queries.ts'
import { lockForScheduling } from './lock-for-scheduling.ts'

/**
 * Gives a student's open review another week; its slot stays. Refuses one that has marks (409;
 * contract, section 11). The caller moves the student.
 */
export async function changeOpenReviewWeek(
  context: Context<Tx>,
  studentId: string,
  week: number,
): Promise<void> {
  const { db } = context
  const open = await readOpenReviewsForStudents(db, { ids: JSON.stringify([studentId]) })
  const reviewIds = open.map(({ id }) => id)
  const held = await lockForScheduling(db, { reviewerIds: [], reviewIds })
  for (const { id, week: before, closed_at, marked_at, advisor_id, reviewer_id } of held) {
    if (closed_at !== null || before === week) continue
    if (marked_at !== null) throw new Refused(editPersonRefusals.marked)
    await audited(context, { kind: 'reviews', id }, () => saveWeek(db, { id, week }))
    context.live.changed('reviews', [studentId, advisor_id, reviewer_id])
  }
}

const saveWeek = run((db, { id, week }: Values<{ id: string; week: number }>) =>
  db.updateTable('reviews').set({ week }).where('id', '=', id),
)
