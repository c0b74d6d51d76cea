import type { Kysely } from 'kysely'

/** Feedback on a review with a note for staff and the student's reply, and reviewers' phrases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('feedback')
    .addColumn('review_id', 'text', (column) => column.primaryKey().references('reviews.id'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('reply', 'text')
    .addColumn('replied_at', 'bigint')
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('feedback_phrases')
    .addColumn('reviewer_id', 'text', (column) => column.primaryKey().references('people.id'))
    .addColumn('phrases', 'text', (column) => column.notNull())
    .execute()
}
