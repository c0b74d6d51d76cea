import { type Kysely, sql } from 'kysely'

/** Who typed a draft; earlier drafts count as the current reviewer's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('review_drafts')
    .addColumn('reviewer_id', 'text', (added) => added.references('people.id'))
    .execute()
  await sql`create index review_drafts_reviewer_id_index on review_drafts (reviewer_id)
    where reviewer_id is not null`.execute(db)
  await sql`update review_drafts set reviewer_id =
    (select reviews.reviewer_id from reviews where reviews.id = review_drafts.review_id)`.execute(
    db,
  )
}
