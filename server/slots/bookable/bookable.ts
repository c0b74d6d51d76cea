import { type RawBuilder, sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/kit/time/time.ts'
import type { slotObstacles } from '#contract/slots.ts'
import { isActive } from '#server/database/is-active-person.ts'
import type { PageOrder } from '#server/database/list/paginate.ts'
import type { Db } from '#server/database/open.ts'
import type { Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type BookingDays, bookingDays, dayNumber } from './booking-days.ts'
import type { Horizon } from './horizon.ts'
import {
  countUsedOnDay,
  type ExceptReview,
  fullDays,
  isOnSameDay,
  otherUsedSlots,
  type ReviewerFilter,
  slotsWithinBuffer,
  slotsWithinNotice,
  usedSlotIds,
} from './used-slots.ts'

/** What decides which slots can be booked now. */
export type Bookable = BookingDays & ExceptReview & { now: number }

/** What decides now which slots can be booked for a review (contract, sections 4, 9 and 14). */
export function bookableNow({ clock, settings }: Context, reviewId = ''): Bookable {
  const now = clock()
  const { timeZone, bookableDays } = settings
  return { ...bookingDays(now, timeZone, bookableDays), now, reviewId }
}

/** Whether a row of `slots` begins when it can be booked. */
export function isInHorizon({ after, before }: Values<Horizon>) {
  return sql<boolean>`slots.starts_at > ${after} and slots.starts_at < ${before}`
}

/** Whether no review has used a row of `slots` up. */
const hasNoNoShow = sql<boolean>`not exists (
  select 1 from no_shows where no_shows.slot_id = slots.id)`

/** Whether no review has a row of `slots`, and none has used it up. */
export const isUnused = sql<boolean>`not exists (
    select 1 from reviews as holder where holder.slot_id = slots.id) and ${hasNoNoShow}`

/** The same of a row of `slots` within the horizon, for lists: what is used is read once for all. */
export function isUnusedWithin(horizon: Values<Horizon>) {
  return sql<boolean>`slots.id not in ${usedSlotIds(horizon)}`
}

/** Whether a row of `slots` begins no sooner than its reviewer's notice allows. */
export function keepsNotice(values: Pick<Values<Bookable>, 'now'>) {
  return ofAvailability(breaksNotice(values))
}

function breaksNotice({ now }: Pick<Values<Bookable>, 'now'>) {
  return sql`slots.starts_at - notice * ${sql.lit(minuteMs)} < ${now}`
}

/** Whether a row of `slots` keeps its reviewer's buffer to the other reviews. */
export function keepsBuffer(others: Values<ExceptReview>) {
  return ofAvailability(breaksBufferTo(otherUsedSlots(others)))
}

function breaksBufferTo(used: RawBuilder<unknown>) {
  const buffer = sql`buffer * ${sql.lit(minuteMs)}`
  // No slot is longer than a day: the index need not be read from its beginning.
  return sql`buffer > 0 and exists (select 1 from ${used}
    and other.starts_at > slots.starts_at - ${sql.lit(dayMs)} - ${buffer}
    and other.starts_at < slots.ends_at + ${buffer}
    and other.ends_at + ${buffer} > slots.starts_at)`
}

/** Whether a row of `slots` leaves its reviewer with no more reviews on that day than they take. */
export function keepsMostADay(values: Values<Bookable>) {
  return ofAvailability(breaksMostADay(values))
}

function breaksMostADay(values: Values<Bookable>) {
  return sql`most_a_day <= ${countUsedOnDay(values)}`
}

/**
 * How many more reviews the reviewer of a row of `slots` takes on its day, with their row of
 * `availabilities` joined; null where they take any number.
 */
export function remainingOnDay(values: Values<Bookable>) {
  return sql<number | null>`case when availabilities.most_a_day is not null
    then availabilities.most_a_day - ${countUsedOnDay(values)} end`
}

/**
 * Whether a row of `slots` that nobody has can be booked as its reviewer wants to be booked: for
 * lists, as what reviews leave is read once for all of them, or for those reviewers alone whose
 * rows of `availabilities` are named.
 */
export function keepsAvailability(values: Values<Bookable>, whose = ofAll) {
  return sql<boolean>`slots.id not in ${slotsWithinNotice(values, whose)}
    and not ${breaksPlans(values, whose)}`
}

const ofAll: ReviewerFilter = sql<boolean>`true`

/** Of a row of `slots` that nobody has: the reviews that stand forbid it. */
function breaksPlans(values: Values<Bookable>, whose: ReviewerFilter) {
  return sql`(slots.id in ${slotsWithinBuffer(values, whose)} or
    (slots.reviewer_id, ${dayNumber(sql`slots.starts_at`, values)}) in ${fullDays(values, whose)})`
}

/**
 * Whether a row of `availabilities` forbids its reviewer's row of `slots`, or will once that is in
 * the horizon: beyond that nothing is booked yet which it could be too close to.
 */
export function isForbiddenNowOrInHorizon(values: Values<Bookable>, whose = ofAll) {
  return sql<boolean>`(${breaksNotice(values)}
    or (slots.starts_at < ${values.before} and ${breaksPlans(values, whose)}))`
}

/** Which of these rules a free row of `slots` breaks first; null if none, or if it is used or has begun. */
export function selectObstacle(values: Values<Bookable>) {
  return sql<keyof typeof slotObstacles | null>`case
    when slots.starts_at <= ${values.now} or not (${isUnused}) then null
    when not (${keepsNotice(values)}) then 'notice'
    when slots.starts_at >= ${values.before} then null
    when not (${keepsBuffer(values)}) then 'buffer'
    when not (${keepsMostADay(values)}) then 'most_a_day' end`
}

/** Whether a row of `slots`, with its reviewer in `people`, can be booked now. */
export function isBookable(values: Values<Bookable>) {
  return sql<boolean>`${isBookableUnlessTaken(values)} and ${isUnused}`
}

/**
 * The same, but for whether another review has it: that is left to the database, where a booking
 * waits for one that is giving the slot up in this moment.
 */
export function isBookableUnlessTaken(values: Values<Bookable>) {
  return sql<boolean>`${isInHorizon(values)} and ${isActive} and ${hasNoNoShow}
    and ${keepsNotice(values)} and ${keepsBuffer(values)} and ${keepsMostADay(values)}`
}

/** The line of a review's history that is taken back. */
export type SinceChange = { since: number; sinceId: string }

/**
 * Whether a review can have a row of `slots`, with its reviewer in `people`, back: it has not begun,
 * and nobody has booked since what stands against it by the rules that hold among reviews. What was
 * there before then is an obstacle only if its reviewer has said since how they want to be booked.
 */
export function canBeRestored(values: Values<Bookable & SinceChange>) {
  return sql<boolean>`slots.starts_at > ${values.now} and ${isActive} and ${isUnused}
    and ${keepsBufferSince(values)} and ${keepsMostADaySince(values)}`
}

/** Whether a row of `slots` keeps its reviewer's buffer to what came since, or as it is since then. */
export function keepsBufferSince(values: Values<ExceptReview & SinceChange>) {
  const came = sql`(${isSavedSince(values)} or ${cameSince(values)})`
  return ofAvailability(breaksBufferTo(sql`${otherUsedSlots(values)} and ${came}`))
}

/** Whether what came since has not filled the day of a row of `slots`, nor a most that is newer. */
export function keepsMostADaySince(values: Values<Bookable & SinceChange>) {
  return ofAvailability(sql`most_a_day <= ${countUsedOnDay(values)}
    and (${isSavedSince(values)} or exists (select 1 from ${otherUsedSlots(values)}
      and ${isOnSameDay(values)} and ${cameSince(values)}))`)
}

/** Whether the reviewer of a row of `slots` wants to be booked now as they did then. */
export function keepsRulesSince(values: Values<SinceChange>) {
  return ofAvailability(isSavedSince(values))
}

/** Of a row of `availabilities`: its reviewer has saved it since. */
const isSavedSince = ({ since }: Values<SinceChange>) => sql<boolean>`saved_at > ${since}`

/** Whether a review has come to the slot `other` since. */
function cameSince({ since, sinceId }: Values<SinceChange>) {
  return sql<boolean>`exists (select 1 from reviews as newcomer
    inner join review_history as line on line.review_id = newcomer.id
    where newcomer.slot_id = other.id and line.to_slot_id = other.id
      and (line.at > ${since} or (line.at = ${since} and line.id > ${sinceId})))`
}

/** Slots in the order in which they begin. */
export const slotsByTime: PageOrder<{ id: string; starts_at: number }> = {
  order: { columns: ['slots.starts_at', 'slots.id'], direction: 'asc' },
  keyOf: (row) => [row.starts_at, row.id],
}

/** The slots of a domain's reviewers that can be booked now, with whose each is. */
export function selectBookableWithReviewer(
  db: Db,
  values: Values<Bookable & { domainId: string }>,
) {
  return db
    .selectFrom('reviewer_domains')
    .innerJoin('people', 'people.id', 'reviewer_domains.reviewer_id')
    .innerJoin('slots', 'slots.reviewer_id', 'people.id')
    .select(['slots.id', 'slots.starts_at'])
    .select(['people.id as reviewer_id', 'people.name as reviewer_name'])
    .where('reviewer_domains.domain_id', '=', values.domainId)
    .where(isBookable(values))
}

/** The same slots alone, for lists: whose they are, and what reviews leave, is read once for all. */
export function selectBookableSlots(
  db: Db,
  { domainId, ...bookable }: Values<Bookable & { domainId: string }>,
) {
  return (
    db
      .selectFrom('slots')
      .select(['slots.id', 'slots.reviewer_id', 'slots.starts_at', 'slots.ends_at'])
      .where(isInHorizon(bookable))
      // `is true`: PostgreSQL would begin with the reviewers, one by one.
      .where(
        sql<boolean>`(slots.reviewer_id in (select people.id from reviewer_domains
          inner join people on people.id = reviewer_domains.reviewer_id
          where reviewer_domains.domain_id = ${domainId} and ${isActive})) is true`,
      )
      .where(isUnusedWithin(bookable))
      .where(keepsAvailability(bookable))
  )
}

/** A row of `slots` whose reviewer has set nothing keeps all of it. */
function ofAvailability(breaks: RawBuilder<unknown>) {
  return sql<boolean>`not exists (select 1 from availabilities
    where availabilities.reviewer_id = slots.reviewer_id and ${breaks})`
}
