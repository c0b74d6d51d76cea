import type { Kysely } from 'kysely'

/** A school says how far before its due date, and how far from now, a review is planned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['plan_earliest_days', 'plan_notice_hours']) {
    await db.schema.alterTable('school_settings').addColumn(column, 'integer').execute()
  }
}
