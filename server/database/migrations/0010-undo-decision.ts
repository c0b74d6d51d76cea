import type { Kysely } from 'kysely'

/**
 * A review keeps in mind which slot was freed as it was closed, so that an undo can give it back.
 * It is no reference: the slot is free, and may be gone when somebody wants it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('freed_slot_id', 'text').execute()
}
