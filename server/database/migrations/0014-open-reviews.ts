import { type Kysely, sql } from 'kysely'

/** The admin's home looks at the open reviews in the order in which they were due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reviews_open_due_index on reviews (due_at, id)
    where closed_at is null`.execute(db)
}
