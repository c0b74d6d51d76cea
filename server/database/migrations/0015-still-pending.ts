import { type Kysely, sql } from 'kysely'

/**
 * A review begins with what the one before has left to do. Those that are open and were opened
 * without it get it now, unless something else has been noted in them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update reviews
    set pending_task = (select pending_task from reviews as last where last.id = reviews.follows_id)
    where follows_id is not null and closed_at is null and status <> 'conducted'
      and pending_task = '[]'`.execute(db)
}
