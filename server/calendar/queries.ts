import { type RawBuilder, sql } from 'kysely'
import type { calendarObstacles } from '#contract/calendar.ts'
import { minuteMs } from '#contract/kit/time/time.ts'
import { isActive } from '#server/database/is-active-person.ts'
import {
  type PageOrder,
  paginate,
  paginateWithDeferredJoin,
} from '#server/database/list/paginate.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import type { Db } from '#server/database/open.ts'
import { all, bindValues, type Values } from '#server/database/query.ts'
import {
  type Bookable,
  isForbiddenNowOrInHorizon,
  selectObstacle,
  slotsByTime,
} from '#server/slots/bookable/bookable.ts'

/**
 * When a slot must begin to be shown, instants in ms since 1970 of which neither is included, and
 * what decides whether it can be booked; of `noShows` counts that it is there.
 */
export type CalendarFilter = Bookable & {
  shownAfter: number
  shownBefore: number
  noShows?: string | undefined
}

/** Slots with who has them, or has used them up, or why nobody can; the rows are found first. */
function selectCalendar(db: Db, rows: ReturnType<typeof selectSlots>, bookable: Values<Bookable>) {
  return db
    .selectFrom(rows.as('slots'))
    .innerJoin('people', 'people.id', 'slots.reviewer_id')
    .leftJoin('no_shows', 'no_shows.slot_id', 'slots.id')
    .leftJoin('reviews', (join) =>
      join.on('reviews.id', '=', sql`coalesce(${holder}, no_shows.review_id)`),
    )
    .leftJoin('people as student', 'student.id', 'reviews.student_id')
    .select(['slots.id', 'slots.starts_at', 'slots.ends_at', 'slots.reviewer_id'])
    .select(['people.name as reviewer_name', 'no_shows.who as no_show'])
    .select(['reviews.id as review_id', 'reviews.status', 'reviews.week'])
    .select(['reviews.student_id', 'student.name as student_name'])
    .select(
      sql<keyof typeof calendarObstacles | null>`case when ${isActive}
        or slots.starts_at <= ${bookable.now} or reviews.id is not null
        then ${selectObstacle(bookable)} else 'blocked' end`.as('obstacle'),
    )
}

/** Looked up slot by slot. */
const holder = sql<string | null>`(select one.id from reviews as one where one.slot_id = slots.id)`
/** Of which only that there is one is to be known: it stands in the index itself. */
const isSpent = sql<boolean>`(select one.slot_id from no_shows as one where one.slot_id = slots.id)
  is not null`

export type CalendarRow = Awaited<
  ReturnType<ReturnType<typeof selectCalendar>['executeTakeFirstOrThrow']>
>

function selectSlots(db: Db, { shownAfter, shownBefore, noShows }: Values<CalendarFilter>) {
  const slots = db
    .selectFrom('slots')
    .selectAll('slots')
    .where('slots.starts_at', '>', shownAfter)
    .where('slots.starts_at', '<', shownBefore)
  return noShows ? slots.where(isSpent) : slots
}

/** A page of the slots of all reviewers that begin within a span, by time. */
export const readSchoolSlots = paginateWithDeferredJoin(
  slotsByTime,
  (db, shown: Values<CalendarFilter>) => selectSlots(db, shown),
  selectCalendar,
)

/** The slots of these reviewers within a span that somebody has, or has used up, by time. */
export function readBookedSlots(
  db: Db,
  reviewerIds: string[],
  { noShows: _, ...shown }: CalendarFilter,
) {
  const values = bindValues(shown)
  const booked = selectSlots(db, values)
    .where('slots.reviewer_id', 'in', reviewerIds)
    .where(sql<boolean>`(${holder} is not null or ${isSpent})`)
  return selectCalendar(db, booked, values).orderBy('slots.starts_at').orderBy('slots.id').execute()
}

/** The same of one reviewer's. */
export const readReviewerSlots = paginateWithDeferredJoin(
  slotsByTime,
  (db, { reviewerId, ...shown }: Values<{ reviewerId: string } & CalendarFilter>) =>
    selectSlots(db, shown).where('slots.reviewer_id', '=', reviewerId),
  selectCalendar,
)

/** The same of those that an advisor's reviews have, or have used up. */
export const readAdvisorSlots = paginateWithDeferredJoin(
  slotsByTime,
  (db, { advisorId, ...shown }: Values<{ advisorId: string } & CalendarFilter>) =>
    selectSlots(db, shown).where('slots.id', 'in', ({ selectFrom }) =>
      selectFrom('reviews')
        .select(({ ref }) => ref('slot_id').$castTo<string>().as('slot_id'))
        .where('advisor_id', '=', advisorId)
        .where('held_at', '>', shown.shownAfter)
        .where('held_at', '<', shown.shownBefore)
        .unionAll(
          selectFrom('reviews')
            .innerJoin('no_shows', 'no_shows.review_id', 'reviews.id')
            .select('no_shows.slot_id')
            .where('reviews.advisor_id', '=', advisorId),
        ),
    ),
  selectCalendar,
)

const byName: PageOrder<{ id: string; sort_key: string }> = {
  order: { columns: ['sort_key', 'id'], direction: 'asc' },
  keyOf: (row) => [row.sort_key, row.id],
}

/**
 * A page of the reviewers who can be booked, by name: of all, or of an advisor's students' domains;
 * or of one alone, who may be blocked.
 */
export const readReviewers = paginate(
  byName,
  (db, by: Values<{ advisorId?: string | undefined; reviewerId?: string | undefined }>) => {
    const { advisorId, reviewerId } = by
    const reviewers = db
      .selectFrom('people')
      .select(['id', 'name', 'sort_key'])
      .where('role', '=', 'reviewer')
    const all = reviewerId ? reviewers.where('id', '=', reviewerId) : reviewers.where(isActive)
    return advisorId ? all.where('id', 'in', selectReviewersFor(db, advisorId)) : all
  },
)

/** Looked up review by review: a join could begin with reading everybody. */
const domainOfStudent = sql<string>`(select one.domain_id from people as one
  where one.id = reviews.student_id)`

/** Those of the domains of an advisor's students, whose reviews are open. */
export function selectReviewersFor(db: Db, advisorId: Values<{ id: string }>['id']) {
  return db
    .selectFrom('reviewer_domains')
    .select('reviewer_domains.reviewer_id')
    .where('domain_id', 'in', ({ selectFrom }) =>
      selectFrom('reviews')
        .select(domainOfStudent.as('domain_id'))
        .where('reviews.advisor_id', '=', advisorId)
        .where('reviews.closed_at', 'is', null),
    )
}

/** Between which instants slots begin, neither of them included. */
type Span = { from: number; until: number }

/** Midnight is at a quarter of an hour in every zone. */
export const quarterMs = 15 * minuteMs

/**
 * How full each quarter of an hour is, counted from 1970. The reviews of the span are put beside its
 * slots, so that what lies at other times is not read.
 */
function selectLoads(
  db: Db,
  { from, until, ...bookable }: Values<Span & Bookable>,
  whose?: RawBuilder<boolean>,
) {
  const isHeld = sql<boolean>`(holder.slot_id is not null or no_shows.slot_id is not null)`
  const isFree = sql<boolean>`(not ${isHeld} and slots.starts_at > ${bookable.now}
    and slots.reviewer_id in (
      select people.id from people where people.role = 'reviewer' and ${isActive})
    and (availabilities.reviewer_id is null
      or (${isForbiddenNowOrInHorizon(bookable, whose)}) is not true))`
  const count = (condition: typeof isHeld) => sql<number>`count(case when ${condition} then 1 end)`
  const quarter = sql<number>`slots.starts_at / ${sql.lit(quarterMs)}`
  return db
    .selectFrom('slots')
    .leftJoin('reviews as holder', (join) =>
      join
        .onRef('holder.slot_id', '=', 'slots.id')
        .on('holder.held_at', '>', from)
        .on('holder.held_at', '<', until),
    )
    .leftJoin('no_shows', 'no_shows.slot_id', 'slots.id')
    .leftJoin('availabilities', 'availabilities.reviewer_id', 'slots.reviewer_id')
    .select(({ fn }) => [
      quarter.as('quarter'),
      fn.countAll<number>().as('slots'),
      count(isHeld).as('booked'),
      count(isFree).as('free'),
    ])
    .where('slots.starts_at', '>', from)
    .where('slots.starts_at', '<', until)
    .groupBy(quarter)
}

/** How full a span is: of all reviewers. */
export const readLoads = all((db, values: Values<Span & Bookable>) => selectLoads(db, values))

/**
 * The same of those of an advisor's students' domains. `is true` keeps PostgreSQL from beginning with
 * them: they are most reviewers, and it takes them for a few.
 */
export const readAdvisorLoads = all(
  (db, { advisorId, ...values }: Values<{ advisorId: string } & Span & Bookable>) =>
    selectLoads(db, values).where(
      sql<boolean>`(slots.reviewer_id in ${selectReviewersFor(db, advisorId)}) is true`,
    ),
)

/** The same of each of these reviewers, a list in JSON; without those that have no slot in it. */
export const readReviewerLoads = all(
  (db, { reviewerIds, ...values }: Values<{ reviewerIds: string } & Span & Bookable>) =>
    selectLoads(db, values, isInJsonList(db, 'availabilities.reviewer_id', reviewerIds))
      .select('slots.reviewer_id')
      .where(isInJsonList(db, 'slots.reviewer_id', reviewerIds))
      .groupBy('slots.reviewer_id'),
)
