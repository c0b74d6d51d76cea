import type { Kysely } from 'kysely'

/** The rubric of a domain, and what each marked review was given by one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('domains').addColumn('rubric', 'text').execute()
  await db.schema
    .createTable('rubric_assessments')
    .addColumn('review_id', 'text', (column) => column.primaryKey().references('reviews.id'))
    .addColumn('criteria', 'text', (column) => column.notNull())
    .execute()
}
