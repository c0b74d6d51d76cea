import { type Kysely, sql } from 'kysely'
import { noteReviewBefore } from './ddl/review-tries-triggers.ts'

/**
 * Whoever counts the students at risk reads in an index of the open reviews how often each week was
 * tried, instead of looking up the reviews before. A review of an older version that still runs
 * gets it from the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('reviews')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .alterTable('reviews')
    .addColumn('follows_critical', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await countTries(db)
  await sql`update reviews set follows_critical = 1 where follows_id in
    (select id from reviews where week_status = 'Task Critical')`.execute(db)
  await noteReviewBefore(db)
  await db.schema.dropIndex('reviews_open_index').execute()
  await sql`create index reviews_open_index
    on reviews (status, due_at, student_id, advisor_id, tries, follows_critical, week_status,
      held_at, reviewer_id, marked_at)
    where closed_at is null`.execute(db)
}

/** Those that were tried once more than those found before, until there are none. */
async function countTries(db: Kysely<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { numAffectedRows } = await sql`update reviews set tries = ${sql.lit(tries + 1)}
      where exists (select 1 from reviews as earlier where earlier.id = reviews.follows_id
        and earlier.week = reviews.week and earlier.tries = ${sql.lit(tries)})`.execute(db)
    if (!numAffectedRows) return
  }
}
