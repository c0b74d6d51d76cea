import { type Kysely, sql } from 'kysely'

/** Reviewers are reminded of missing marks once per slot, no longer once per review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update notifications
    set dedupe_key = dedupe_key || ' ' ||
      (select reviews.held_at from reviews where reviews.id = notifications.dedupe_key)
    where kind = 'reminded'
      and exists (
        select 1 from reviews
        where reviews.id = notifications.dedupe_key and reviews.held_at <= notifications.at
      )`.execute(db)
}
