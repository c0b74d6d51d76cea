import { type Kysely, sql } from 'kysely'
import { firstWeek, lastWeek } from '#contract/limits/limits.ts'

/** The last week of a domain's course, where it is not that of the last task. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table domains add column last_week integer
    check (last_week between ${sql.lit(firstWeek)} and ${sql.lit(lastWeek)})`.execute(db)
}
