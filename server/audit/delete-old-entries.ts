import { deleteBatchBefore } from '#server/database/delete-batch.ts'
import { didChange, run, type Values } from '#server/database/query.ts'
import { type DeleteBatch, getRetentionCutoff } from '#server/kit/ops/retention.ts'

/**
 * Deletes up to `atMost` entries of the audit log that are older than the retention period, in
 * whole days, and returns how many. A database trigger allows deleting only up to a stored bound,
 * which is moved first.
 */
export const deleteOldEntries: DeleteBatch = async (context, atMost) => {
  const before = getRetentionCutoff(context, context.settings.trailDays)
  // An empty school keeps an empty `retention` table, so that a backup can be restored into it.
  if (!(await hasOlderEntries(context.db, { before }))) return 0
  await saveBound(context.db, { before })
  return deleteBatchBefore(
    context.db,
    { table: 'audit_log', key: 'id', by: 'at' },
    { before, atMost },
  )
}

type Bound = { before: number }

const hasOlderEntries = didChange((db, { before }: Values<Bound>) =>
  db.selectFrom('audit_log').select('id').where('at', '<', before).limit(1),
)

const saveBound = run((db, { before }: Values<Bound>) =>
  db
    .insertInto('retention')
    .values({ name: 'trail', deleted_until: before })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ deleted_until: before })),
)
