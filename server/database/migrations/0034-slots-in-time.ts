import { type Kysely, sql } from 'kysely'
import { createIndex } from './ddl/schema-helpers.ts'

/**
 * What asks for the slots of a span, which of them reviews have, and whose they are, reads that in
 * indexes, and neither the tables nor what lies at other times; so does what counts open reviews.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = ['starts_at', 'id', 'reviewer_id', 'ends_at']
  await createIndex(db, 'slots', columns, 'slots_in_time_index')
  await db.schema.dropIndex('slots_starts_at_index').execute()
  await sql`create index reviews_held_index on reviews (held_at, slot_id, reviewer_id)
    where held_at is not null`.execute(db)
  await sql`create index reviews_open_index
    on reviews (status, due_at, student_id, advisor_id, follows_id, week, week_status,
      held_at, reviewer_id, marked_at)
    where closed_at is null`.execute(db)
  await db.schema.dropIndex('reviews_open_counts_index').execute()
  await sql`create index people_active_index on people (role, id)
    where verified_at is not null and blocked_at is null`.execute(db)
}
