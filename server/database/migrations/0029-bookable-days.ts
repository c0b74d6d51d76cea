import type { Kysely } from 'kysely'

/** A school says how many days ahead slots can be booked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('school_settings').addColumn('bookable_days', 'integer').execute()
}
