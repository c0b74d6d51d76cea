import { first, run, type Values } from '#server/database/query.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited } from '#server/kit/call/audit.ts'
import type { Context } from '#server/kit/context.ts'

/** The next review, if its pending tasks are still as it was opened; undefined otherwise. */
export const readNextReview = first(
  (db, { id, reviewerId }: Values<{ id: string; reviewerId: string }>) =>
    db
      .selectFrom('reviews')
      .innerJoin('reviews as last', 'last.id', 'reviews.follows_id')
      .select(['reviews.id', 'reviews.reviewer_id'])
      .where('reviews.follows_id', '=', id)
      .where('reviews.status', '<>', 'conducted')
      .whereRef('reviews.pending_task', '=', 'last.pending_task')
      .where('last.reviewer_id', '=', reviewerId),
)

const savePending = run((db, { id, pending_task }: Values<{ id: string; pending_task: string }>) =>
  db.updateTable('reviews').set({ pending_task }).where('id', '=', id),
)

/** Copies pending tasks that were saved after the decision to the next review. */
export async function carryOverPendingTasks(
  context: Context<Tx>,
  { id, reviewer_id }: { id: string; reviewer_id: string | null },
  pendingTask: string[],
): Promise<void> {
  await audited(context, { kind: 'reviews', id }, () =>
    savePending(context.db, { id, pending_task: JSON.stringify(pendingTask) }),
  )
  context.live.changed('reviews', [reviewer_id])
}
