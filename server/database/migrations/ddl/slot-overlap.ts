import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../../connect.ts'

/** The name of the rule, by which `isCheckViolation` knows an error of either database. */
export const slotsOverlap = 'slots_overlap'

/** Makes the database refuse slots of one reviewer that overlap. For a migration. */
export async function forbidSlotOverlap(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`create extension if not exists btree_gist`.execute(db)
    await sql`alter table slots add constraint ${sql.ref(slotsOverlap)}
      exclude using gist (reviewer_id with =, int8range(starts_at, ends_at) with &&)`.execute(db)
    return
  }
  // As none overlap yet, the last one that starts before the new one ends is also the last to end.
  for (const [name, event] of [
    ['slots_overlap_added', sql`insert`],
    ['slots_overlap_changed', sql`update of reviewer_id, starts_at, ends_at`],
  ] as const) {
    await sql`create trigger ${sql.ref(name)} after ${event} on slots
      when new.starts_at < (select ends_at from slots
        where reviewer_id = new.reviewer_id and id <> new.id and starts_at < new.ends_at
        order by starts_at desc limit 1)
      begin select raise(abort, ${sql.lit(slotsOverlap)}); end`.execute(db)
  }
}
