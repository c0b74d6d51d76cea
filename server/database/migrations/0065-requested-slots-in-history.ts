import type { Kysely } from 'kysely'

/** The history keeps the slots of each reschedule request; those of earlier entries are unknown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('review_history').addColumn('requested_slots', 'text').execute()
}
