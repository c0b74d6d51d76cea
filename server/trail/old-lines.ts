import { deleteBefore } from '#server/database/delete-old.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Context } from '#server/kit/context.ts'
import { daysAgo } from '#server/kit/ops/retention.ts'

type Bound = { before: number }

/**
 * Deletes lines of the trail of whole days that are older than it is kept, up to so many, and
 * returns how many. The database lets go of no others: the bound that it goes by is moved first.
 */
export async function deleteOldLines({ db, ...context }: Context, atMost: number): Promise<number> {
  const before = daysAgo({ db, ...context }, context.settings.trailDays)
  if (!(await isThereOlder(db, before))) return 0
  await moved.all(db, { before })
  return deleteBefore(db, { table: 'trail', key: 'id', by: 'at' }, { before, atMost })
}

/** An empty school keeps an empty `retention`: something can be restored or moved into it. */
async function isThereOlder(db: Db, before: number): Promise<boolean> {
  return (await older.first(db, { before })) !== undefined
}

const older = prepared(['before'], (db, { before }: Gaps<Bound>) =>
  db.selectFrom('trail').select('id').where('at', '<', before).limit(1),
)

const moved = prepared(['before'], (db, { before }: Gaps<Bound>) =>
  db
    .insertInto('retention')
    .values({ name: 'trail', deleted_until: before })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ deleted_until: before })),
)
