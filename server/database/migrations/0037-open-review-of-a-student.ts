import { type Kysely, sql } from 'kysely'

/** Who advises the students of a page, and what else their open reviews say, is read by student. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reviews_open_student_index on reviews (student_id, advisor_id)
    where closed_at is null`.execute(db)
}
