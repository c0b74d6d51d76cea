import type { Kysely } from 'kysely'

/**
 * A password that was ended with an email's taking back is not to be set again by the links after
 * it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ended_passwords')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .execute()
}
