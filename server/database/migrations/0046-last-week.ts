import { type Kysely, sql } from 'kysely'

/** The last week of a domain's course, where it is not that of the last task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table domains add column last_week integer
    check (last_week between 1 and 30)`.execute(db)
}
