import type { Kysely } from 'kysely'

/**
 * Nothing that overlaps a slot removed by hand is generated again. It is not known when those
 * removed before this ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('removed_slots').addColumn('ends_at', 'bigint').execute()
}
