import { type Kysely, sql } from 'kysely'

/** Overdue reviews are reported once per due date, no longer once per review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update notifications
    set dedupe_key = dedupe_key || ' ' ||
      (select reviews.due_at from reviews where reviews.id = notifications.dedupe_key)
    where kind = 'overdue'
      and exists (select 1 from reviews where reviews.id = notifications.dedupe_key)`.execute(db)
}
