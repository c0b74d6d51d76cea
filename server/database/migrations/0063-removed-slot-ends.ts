import type { Kysely } from 'kysely'

/**
 * Nothing that overlaps a slot removed by hand is generated again. When those removed so far ended
 * is not known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('removed_slots').addColumn('ends_at', 'bigint').execute()
}
