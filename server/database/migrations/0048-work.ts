import type { Kysely } from 'kysely'

/**
 * A student's work on the week of a review: ticked tasks, links, a note, and whether it is ready.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('work')
    .addColumn('review_id', 'text', (column) => column.primaryKey().references('reviews.id'))
    .addColumn('ticks', 'text', (column) => column.notNull())
    .addColumn('links', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('ready_at', 'bigint')
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .execute()
}
