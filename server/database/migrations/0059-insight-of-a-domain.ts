import { type Kysely, sql } from 'kysely'

/** Insight of a domain counts the held reviews of its students: the index has what it counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reviews_conducted_student_index on reviews
    (student_id, week, held_at, due_at, tries, week_status, code, theory, reviewer_id, held_ms)
    where status = 'conducted'`.execute(db)
}
