import type { Kysely } from 'kysely'

/** A school's holidays, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('school_settings').addColumn('holidays', 'text').execute()
}
