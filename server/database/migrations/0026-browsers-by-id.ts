import type { Kysely } from 'kysely'

/**
 * Browsers are known by what their pages keep, which is one more with each that is cleared: the
 * newest stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('known_browsers')
    .addColumn('signed_in_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
