import { type RawBuilder, sql } from 'kysely'
import type { calendarUnbookableReasons } from '#contract/calendar/calendar.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import type { Db } from '#server/database/connect.ts'
import {
  defineListWithDeferredJoin,
  definePaginatedList,
  type PageOrder,
} from '#server/database/list/paginate.ts'
import { isInJsonList } from '#server/database/list/search.ts'
import { isActive } from '#server/database/person-conditions.ts'
import { all, toBoundValues, type Values } from '#server/database/query.ts'
import {
  type BookingRuleInputs,
  byStartTime,
  isForbiddenNowOrLater,
  isOutsideBusyTimes,
  selectObstacle,
} from '#server/slots/bookable/bookable.ts'

/**
 * The open interval in which slots begin to be shown (ms since 1970), and the inputs of the booking
 * rules. `noShows` only needs to be set.
 */
export type CalendarFilter = BookingRuleInputs & {
  shownAfter: number
  shownBefore: number
  noShows?: string | undefined
}

/**
 * Selects slots with the reviews that have or used them, or the reason why they cannot be booked.
 * The rows are paginated first.
 */
function selectCalendar(
  db: Db,
  rows: ReturnType<typeof selectSlots>,
  bookable: Values<BookingRuleInputs>,
) {
  return db
    .selectFrom(rows.as('slots'))
    .innerJoin('people', 'people.id', 'slots.reviewer_id')
    .leftJoin('no_shows', 'no_shows.slot_id', 'slots.id')
    .leftJoin('reviews', (join) =>
      join.on('reviews.id', '=', sql`coalesce(${holder}, no_shows.review_id)`),
    )
    .leftJoin('people as student', 'student.id', 'reviews.student_id')
    .select(['slots.id', 'slots.starts_at', 'slots.ends_at', 'slots.reviewer_id', 'slots.is_busy'])
    .select(['people.name as reviewer_name', 'no_shows.who as no_show'])
    .select(['reviews.id as review_id', 'reviews.status', 'reviews.week'])
    .select(['reviews.student_id', 'student.name as student_name'])
    .select(
      sql<keyof typeof calendarUnbookableReasons | null>`case when ${isActive}
        or slots.starts_at <= ${bookable.now} or reviews.id is not null
        then ${selectObstacle(bookable)} else 'blocked' end`.as('obstacle'),
    )
}

/** A subquery, evaluated per slot. */
const holder = sql<string | null>`(select one.id from reviews as one where one.slot_id = slots.id)`
/** Reads only the index, because only the existence matters. */
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

/** A page of the slots of all reviewers in a range, by time. */
export const readSchoolSlots = defineListWithDeferredJoin(
  byStartTime,
  (db, shown: Values<CalendarFilter>) => selectSlots(db, shown),
  selectCalendar,
)

/** The booked or used slots of these reviewers in a range, by time. */
export function readBookedSlots(
  db: Db,
  reviewerIds: string[],
  { noShows: _, ...shown }: CalendarFilter,
) {
  const values = toBoundValues(shown)
  const booked = selectSlots(db, values)
    .where('slots.reviewer_id', 'in', reviewerIds)
    .where(sql<boolean>`(${holder} is not null or ${isSpent})`)
  return selectCalendar(db, booked, values).orderBy('slots.starts_at').orderBy('slots.id').execute()
}

/** A page of one reviewer's slots in a range, by time. */
export const readReviewerSlots = defineListWithDeferredJoin(
  byStartTime,
  (db, { reviewerId, ...shown }: Values<{ reviewerId: string } & CalendarFilter>) =>
    selectSlots(db, shown).where('slots.reviewer_id', '=', reviewerId),
  selectCalendar,
)

/** A page of the slots in a range that an advisor's reviews have or used up, by time. */
export const readSlotsWithAdvisorReviews = defineListWithDeferredJoin(
  byStartTime,
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
 * A page of the active reviewers by name: all, or those in the domains of an advisor's students; or
 * a single one, who may be blocked.
 */
export const readReviewers = definePaginatedList(
  byName,
  (db, by: Values<{ advisorId?: string | undefined; reviewerId?: string | undefined }>) => {
    const { advisorId, reviewerId } = by
    const reviewers = db
      .selectFrom('people')
      .select(['id', 'name', 'sort_key'])
      .where('role', '=', 'reviewer')
    const all = reviewerId ? reviewers.where('id', '=', reviewerId) : reviewers.where(isActive)
    return advisorId ? all.where('id', 'in', selectReviewersForAdvisor(db, advisorId)) : all
  },
)

/** A subquery per review: with a join the planner could start by reading all people. */
const domainOfStudent = sql<string>`(select one.domain_id from people as one
  where one.id = reviews.student_id)`

/** The reviewers in the domains of an advisor's students with open reviews. */
export function selectReviewersForAdvisor(db: Db, advisorId: Values<{ id: string }>['id']) {
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

/** An open interval in which slots begin. */
type Span = { from: number; until: number }

/** In every time zone, midnight is at a quarter of an hour. */
export const quarterHourMs = 15 * minuteMs

/**
 * Selects the load of each quarter of an hour (counted from 1970) in a range. Joining only the
 * reviews of the range keeps others from being read.
 */
function selectLoads(
  db: Db,
  { from, until, ...bookable }: Values<Span & BookingRuleInputs>,
  whose?: RawBuilder<boolean>,
) {
  const isHeld = sql<boolean>`(holder.slot_id is not null or no_shows.slot_id is not null)`
  const isFree = sql<boolean>`(not ${isHeld} and ${isOutsideBusyTimes} and slots.starts_at > ${bookable.now}
    and slots.reviewer_id in (
      select people.id from people where people.role = 'reviewer' and ${isActive})
    and (availabilities.reviewer_id is null
      or (${isForbiddenNowOrLater(bookable, whose)}) is not true))`
  const count = (condition: typeof isHeld) => sql<number>`count(case when ${condition} then 1 end)`
  const quarter = sql<number>`slots.starts_at / ${sql.lit(quarterHourMs)}`
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

export const readLoadsByQuarterHour = all((db, values: Values<Span & BookingRuleInputs>) =>
  selectLoads(db, values),
)

/**
 * The load of the reviewers in the domains of an advisor's students. `is true` keeps PostgreSQL
 * from starting with these reviewers, whose number it underestimates.
 */
export const readLoadsForAdvisor = all(
  (db, { advisorId, ...values }: Values<{ advisorId: string } & Span & BookingRuleInputs>) =>
    selectLoads(db, values).where(
      sql<boolean>`(slots.reviewer_id in ${selectReviewersForAdvisor(db, advisorId)}) is true`,
    ),
)

/** The load of each of these reviewers (a JSON array) who has a slot in the range. */
export const readReviewerLoads = all(
  (db, { reviewerIds, ...values }: Values<{ reviewerIds: string } & Span & BookingRuleInputs>) =>
    selectLoads(db, values, isInJsonList(db, 'availabilities.reviewer_id', reviewerIds))
      .select('slots.reviewer_id')
      .where(isInJsonList(db, 'slots.reviewer_id', reviewerIds))
      .groupBy('slots.reviewer_id'),
)
