import { type Kysely, sql } from 'kysely'

/**
 * Insight counts all held reviews by week and by reviewer: each index has what it counts, in the
 * order of its groups. A review enters them with its marks, so that bookings cost nothing more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reviews_conducted_week_index on reviews
    (week, student_id, held_at, due_at, tries, week_status, code, theory)
    where status = 'conducted'`.execute(db)
  await sql`create index reviews_conducted_reviewer_index on reviews
    (reviewer_id, id, held_at, code, theory)
    where status = 'conducted'`.execute(db)
}
