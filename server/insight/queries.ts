import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '#contract/kit/time/durations.ts'
import type { WeekStatus } from '#contract/reviews/reviews.ts'
import { type Db, isPostgres } from '#server/database/connect.ts'
import { customPlan } from '#server/database/engines/prepared-statements.ts'

/**
 * Reviews whose slots began from (inclusive) until (exclusive) an instant (ms since 1970), of all
 * students or those of a domain; all where nothing is said.
 */
export type InsightFilter = {
  from?: number | undefined
  until?: number | undefined
  domain?: string | undefined
}

const critical: WeekStatus = 'Task Critical'

/** A floating-point number: PostgreSQL sorts decimals in twice the time. */
const lateMs = sql`cast(held_at - due_at as double precision)`

/** Returns the figures of the held reviews of each week. */
export function readWeeks(db: Db, asked: InsightFilter) {
  const students = (condition: RawBuilder<boolean>) =>
    sql<number>`count(distinct student_id) filter (where ${condition})`
  const held = selectHeld(db, asked)
    .select(['week', 'student_id', 'held_at', 'due_at', 'tries', 'week_status', 'code', 'theory'])
    .orderBy('week')
  return db
    .selectFrom(held.as('held'))
    .where(isOf(asked))
    .select(({ fn }) => [
      'week',
      fn.countAll<number>().as('held'),
      fn.count<number>('student_id').distinct().as('students'),
      students(sql`tries > 1`).as('repeats'),
      students(sql`week_status = ${sql.lit(critical)}`).as('critical'),
      median(db, sql`code`).as('code'),
      median(db, sql`theory`).as('theory'),
      sql<number>`${median(db, lateMs)} / ${sql.lit(dayMs)}`.as('days'),
    ])
    .groupBy('week')
    .execute()
}

/**
 * Counts the slots in which somebody did not come by the week of the review. SQLite reads from left
 * to right over a cross join: there are few no-shows beside reviews.
 */
export function countNoShowsByWeek(db: Db, { from, until, domain }: InsightFilter) {
  return (
    db
      .selectFrom('no_shows')
      .crossJoin('reviews')
      .select(({ fn }) => ['reviews.week', fn.countAll<number>().as('noShows')])
      .whereRef('reviews.id', '=', 'no_shows.review_id')
      .$if(from !== undefined, (query) => query.where(sql<boolean>`${startsAt} >= ${from}`))
      .$if(until !== undefined, (query) => query.where(sql<boolean>`${startsAt} < ${until}`))
      // A subquery for each: with a list of students SQLite reads all their reviews for each
      // no-show.
      .$if(domain !== undefined, (query) =>
        query.where(
          sql`(select domain_id from people where people.id = reviews.student_id)`,
          '=',
          domain,
        ),
      )
      .groupBy('reviews.week')
      .execute()
  )
}

/** When the slot of a no-show begins: only asked where days are. */
const startsAt = sql`(select starts_at from slots where slots.id = no_shows.slot_id)`

/** Returns the sums of the reviews that each reviewer held, by the reviewer's name. */
export function readReviewers(db: Db, asked: InsightFilter) {
  const held = selectHeld(db, asked)
    .select(['reviewer_id', 'student_id', 'code', 'theory', 'held_ms'])
    .orderBy('reviewer_id')
  const sums = db
    .selectFrom(held.as('held'))
    .where(isOf(asked))
    .select(({ fn }) => [
      'reviewer_id',
      fn.countAll<number>().as('held'),
      fn.sum<number>('code').as('code'),
      fn.sum<number>('theory').as('theory'),
      fn.sum<number | null>('held_ms').as('held_ms'),
    ])
    .groupBy('reviewer_id')
  return db
    .selectFrom(sums.as('sums'))
    .innerJoin('people', 'people.id', 'sums.reviewer_id')
    .select(['people.id', 'people.name', 'held', 'code', 'theory', 'held_ms'])
    .where('people.role', '=', 'reviewer')
    .orderBy('sort_key')
    .orderBy('people.id')
    .execute()
}

/**
 * Selects the reviews that were held, to be put in the order of the groups: without an order, and
 * with the domain asked before it, PostgreSQL reads the whole table, in three times the time. The
 * sign keeps SQLite from an index of instants: the indexes of held reviews have all that is
 * counted.
 */
function selectHeld(db: Db, { from, until }: InsightFilter) {
  const heldAt = isPostgres(db) ? sql<number>`reviews.held_at` : sql<number>`+reviews.held_at`
  return db
    .selectFrom('reviews')
    .where(sql<boolean>`${sql.raw(customPlan)} reviews.status = 'conducted'`)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`${heldAt} >= ${from}`))
    .$if(until !== undefined, (query) => query.where(sql<boolean>`${heldAt} < ${until}`))
}

/** Whether the held review's student is in the domain; true where none is said. */
function isOf({ domain }: InsightFilter) {
  if (domain === undefined) return sql<boolean>`true`
  return sql<boolean>`held.student_id in (
    select id from people where role = 'student' and domain_id = ${domain})`
}

/** The median of a group's values, the mean of the middle two. */
function median(db: Db, value: RawBuilder<unknown>) {
  return isPostgres(db)
    ? sql<number>`percentile_cont(0.5) within group (order by ${value})`
    : sql<number>`median(${value})`
}
