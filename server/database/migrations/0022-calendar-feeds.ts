import type { Kysely } from 'kysely'

/** Somebody's own calendar reads their reviews at a secret address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('calendar_feeds')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('calendar_feeds_secret_hash_key', ['secret_hash'])
    .execute()
}
