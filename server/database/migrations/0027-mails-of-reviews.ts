import { type Kysely, sql } from 'kysely'

/** Which review a mail tells of, so that none leaves after one that says how it is since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No reference: a mail outlives its review.
  await db.schema.alterTable('outbox').addColumn('review_id', 'text').execute()
  await sql`create index outbox_unsent_review_index on outbox (review_id)
    where sent_at is null and dropped_at is null`.execute(db)
}
