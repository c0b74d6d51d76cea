import { deleteBefore } from '#server/database/delete-in-batches.ts'
import { didChange, run, type Values } from '#server/database/query.ts'
import { type DeleteBatch, getStartOfDay } from '#server/kit/ops/retention.ts'

/**
 * Deletes entries of the audit log of whole days that are older than it is kept, up to so many, and
 * returns how many. The database lets go of no others: the bound that it goes by is moved first.
 */
export const deleteOldEntries: DeleteBatch = async (context, atMost) => {
  const before = getStartOfDay(context, context.settings.trailDays)
  // An empty school keeps an empty `retention`: something can be restored or moved into it.
  if (!(await hasOlderEntries(context.db, { before }))) return 0
  await saveBound(context.db, { before })
  return deleteBefore(context.db, { table: 'audit_log', key: 'id', by: 'at' }, { before, atMost })
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
