import { type RawBuilder, sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { findHoliday } from '#contract/kit/time/holidays.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import type { slotUnbookableReasons } from '#contract/slots/slots.ts'
import type { Db } from '#server/database/connect.ts'
import type { PageOrder } from '#server/database/list/paginate.ts'
import { isActive, isActiveParticipant } from '#server/database/person-conditions.ts'
import type { Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type BookingDays, getBookingDays, getDayIndex } from './booking-days.ts'
import type { InstantRange } from './instant-range.ts'
import {
  countUsedOnDay,
  type ExcludedReview,
  isOnSameDay,
  type ReviewerFilter,
  selectFullDays,
  selectOtherUsedSlots,
  selectSlotsWithinBuffer,
  selectSlotsWithinNotice,
  selectUsedSlotIds,
} from './used-slots.ts'

/** The inputs of the rules that decide which slots can be booked now. */
export type BookingRuleInputs = BookingDays &
  ExcludedReview & {
    now: number
    /** A bit for each booking day that is a holiday; today is the lowest. */
    holidays: number
  }

/** The inputs of the booking rules for a review at this moment (contract, sections 4, 9 and 14). */
export function getBookingRuleInputs(
  { clock, settings }: Context,
  reviewId = '',
): BookingRuleInputs {
  const now = clock()
  const { timeZone, bookableDays } = settings
  return {
    ...getBookingDays(now, timeZone, bookableDays),
    now,
    reviewId,
    holidays: markHolidays(getDateInZone(now, timeZone), settings),
  }
}

function markHolidays(today: string, { bookableDays, holidays }: Context['settings']): number {
  let marks = 0
  for (let day = 0; day < bookableDays && holidays.length > 0; day++) {
    if (findHoliday(addDays(today, day), holidays)) marks |= 1 << day
  }
  return marks
}

/** For a row of `slots` within the booking horizon: it is on no holiday of the school. */
export function isOutsideHolidays(values: Values<BookingRuleInputs>) {
  const marks = sql`cast(${values.holidays} as bigint)`
  const day = sql`cast(${getDayIndex(sql`slots.starts_at`, values)} as integer)`
  return sql<boolean>`(${marks} = 0 or ((${marks} >> ${day}) & 1) = 0)`
}

/** For a row of `slots`: it begins within the booking horizon. */
export function isInHorizon({ after, before }: Values<InstantRange>) {
  return sql<boolean>`slots.starts_at > ${after} and slots.starts_at < ${before}`
}

/** For a row of `slots`: no no-show has used it up. */
const hasNoNoShow = sql<boolean>`not exists (
  select 1 from no_shows where no_shows.slot_id = slots.id)`

/** For a row of `slots`: no review has it, and no no-show has used it up. */
export const isUnused = sql<boolean>`not exists (
    select 1 from reviews as holder where holder.slot_id = slots.id) and ${hasNoNoShow}`

/** For a row of `slots`: it lies in no busy time of its reviewer's own calendar. */
export const isOutsideBusyTimes = sql<boolean>`slots.is_busy = 0`

/** `isUnused` for lists: the used slots within the horizon are read once for all rows. */
export function isUnusedInHorizon(horizon: Values<InstantRange>) {
  return sql<boolean>`slots.id not in ${selectUsedSlotIds(horizon)}`
}

/** For a row of `slots`: it keeps its reviewer's notice. */
export function hasEnoughNotice(values: Pick<Values<BookingRuleInputs>, 'now'>) {
  return ofAvailability(breaksNotice(values))
}

function breaksNotice({ now }: Pick<Values<BookingRuleInputs>, 'now'>) {
  return sql`slots.starts_at - notice * ${sql.lit(minuteMs)} < ${now}`
}

/** For a row of `slots`: it keeps its reviewer's buffer to other reviews. */
export function hasEnoughBuffer(others: Values<ExcludedReview>) {
  return ofAvailability(breaksBufferTo(selectOtherUsedSlots(others)))
}

function breaksBufferTo(used: RawBuilder<unknown>) {
  const buffer = sql`buffer * ${sql.lit(minuteMs)}`
  // No slot is longer than a day, so the index is read only from there on.
  return sql`buffer > 0 and exists (select 1 from ${used}
    and other.starts_at > slots.starts_at - ${sql.lit(dayMs)} - ${buffer}
    and other.starts_at < slots.ends_at + ${buffer}
    and other.ends_at + ${buffer} > slots.starts_at)`
}

/** For a row of `slots`: it does not exceed its reviewer's daily maximum. */
export function isWithinDailyMaximum(values: Values<BookingRuleInputs>) {
  return ofAvailability(breaksMostADay(values))
}

function breaksMostADay(values: Values<BookingRuleInputs>) {
  return sql`most_a_day <= ${countUsedOnDay(values)}`
}

/**
 * How many more reviews the reviewer of a row of `slots` takes on its day; null if unlimited. Needs
 * their row of `availabilities` joined.
 */
export function countRemainingOnDay(values: Values<BookingRuleInputs>) {
  return sql<number | null>`case when availabilities.most_a_day is not null
    then availabilities.most_a_day - ${countUsedOnDay(values)} end`
}

/**
 * For a free row of `slots` within the booking horizon: it is on no holiday, in no busy time, and
 * keeps all rules of its reviewer. For lists: the limits are computed once for all reviewers, or
 * only for those whose rows of `availabilities` match `whose`.
 */
export function isAllowedByAllRules(values: Values<BookingRuleInputs>, whose = ofAll) {
  return sql<boolean>`${isOutsideHolidays(values)} and ${isOutsideBusyTimes}
    and slots.id not in ${selectSlotsWithinNotice(values, whose)}
    and not ${breaksPlans(values, whose)}`
}

const ofAll: ReviewerFilter = sql<boolean>`true`

/** For a free row of `slots`: existing reviews rule it out. */
function breaksPlans(values: Values<BookingRuleInputs>, whose: ReviewerFilter) {
  return sql`(slots.id in ${selectSlotsWithinBuffer(values, whose)} or
    (slots.reviewer_id, ${getDayIndex(sql`slots.starts_at`, values)}) in ${selectFullDays(values, whose)})`
}

/**
 * For rows of `availabilities` and `slots` of one reviewer: the rules forbid the slot, now or once
 * it is within the horizon. Beyond the horizon nothing is booked yet that it could be too close to.
 */
export function isForbiddenNowOrLater(values: Values<BookingRuleInputs>, whose = ofAll) {
  return sql<boolean>`(${breaksNotice(values)}
    or (slots.starts_at < ${values.before} and ${breaksPlans(values, whose)}))`
}

/** The first rule a free row of `slots` breaks; null if none, or if it is used or has begun. */
export function selectObstacle(values: Values<BookingRuleInputs>) {
  return sql<keyof typeof slotUnbookableReasons | null>`case
    when slots.starts_at <= ${values.now} or not (${isUnused}) then null
    when not (${isOutsideBusyTimes}) then 'busy'
    when not (${hasEnoughNotice(values)}) then 'notice'
    when slots.starts_at >= ${values.before} then null
    when not (${hasEnoughBuffer(values)}) then 'buffer'
    when not (${isWithinDailyMaximum(values)}) then 'most_a_day' end`
}

/** For a row of `slots` with its reviewer in `people`: it can be booked now. */
export function isBookable(values: Values<BookingRuleInputs>) {
  return sql<boolean>`${isBookableUnlessTaken(values)} and ${isUnused}`
}

/**
 * `isBookable` without the check that no other review has the slot. That is left to the unique
 * index, so that a booking waits for one that is just giving the slot up.
 */
export function isBookableUnlessTaken(values: Values<BookingRuleInputs>) {
  return sql<boolean>`${isInHorizon(values)} and ${isOutsideHolidays(values)}
    and ${isActive} and ${hasNoNoShow} and ${isOutsideBusyTimes}
    and ${hasEnoughNotice(values)} and ${hasEnoughBuffer(values)} and ${isWithinDailyMaximum(values)}`
}

/** The history entry to undo: its instant and id. */
export type HistoryEntryToUndo = { since: number; sinceId: string }

/**
 * For a row of `slots` with its reviewer in `people`: it can be restored to the review. It has not
 * begun, and no later booking conflicts with it. Earlier bookings only count against rules that the
 * reviewer has changed since.
 */
export function canBeRestoredToReview(values: Values<BookingRuleInputs & HistoryEntryToUndo>) {
  return sql<boolean>`slots.starts_at > ${values.now} and ${isActive} and ${isUnused}
    and ${hasEnoughBufferSince(values)} and ${hasRoomOnDaySince(values)}`
}

/**
 * For a row of `slots`: it keeps the buffer to later bookings, or to all if the buffer was changed
 * since.
 */
export function hasEnoughBufferSince(values: Values<ExcludedReview & HistoryEntryToUndo>) {
  const came = sql`(${isSavedSince(values)} or ${cameSince(values)})`
  return ofAvailability(breaksBufferTo(sql`${selectOtherUsedSlots(values)} and ${came}`))
}

/** For a row of `slots`: neither later bookings nor a later daily maximum fill its day. */
export function hasRoomOnDaySince(values: Values<BookingRuleInputs & HistoryEntryToUndo>) {
  return ofAvailability(sql`most_a_day <= ${countUsedOnDay(values)}
    and (${isSavedSince(values)} or exists (select 1 from ${selectOtherUsedSlots(values)}
      and ${isOnSameDay(values)} and ${cameSince(values)}))`)
}

/** For a row of `slots`: it keeps the rules, or they have not changed since. */
export function isAllowedByRulesSince(values: Values<HistoryEntryToUndo>) {
  return ofAvailability(isSavedSince(values))
}

/** For a row of `availabilities`: it was saved after that instant. */
const isSavedSince = ({ since }: Values<HistoryEntryToUndo>) => sql<boolean>`saved_at > ${since}`

/** For the slot `other`: a review was booked into it after the entry. */
function cameSince({ since, sinceId }: Values<HistoryEntryToUndo>) {
  return sql<boolean>`exists (select 1 from reviews as newcomer
    inner join review_history as line on line.review_id = newcomer.id
    where newcomer.slot_id = other.id and line.to_slot_id = other.id
      and (line.at > ${since} or (line.at = ${since} and line.id > ${sinceId})))`
}

export const byStartTime: PageOrder<{ id: string; starts_at: number }> = {
  order: { columns: ['slots.starts_at', 'slots.id'], direction: 'asc' },
  keyOf: (row) => [row.starts_at, row.id],
}

/** Selects the slots of a domain's reviewers that can be booked now, with their reviewers. */
export function selectBookableWithReviewer(
  db: Db,
  values: Values<BookingRuleInputs & { domainId: string }>,
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

/**
 * `selectBookableWithReviewer` without the reviewers, for lists: reviewers and limits are read once
 * for all rows.
 */
export function selectBookableSlotsOfDomain(
  db: Db,
  { domainId, ...bookable }: Values<BookingRuleInputs & { domainId: string }>,
) {
  return (
    db
      .selectFrom('slots')
      .select(['slots.id', 'slots.reviewer_id', 'slots.starts_at', 'slots.ends_at'])
      .where(isInHorizon(bookable))
      // `is true` keeps PostgreSQL from starting with the reviewers one by one. Their role and
      // course are named for the index of active people.
      .where(
        sql<boolean>`(slots.reviewer_id in (select people.id from reviewer_domains
          inner join people on people.id = reviewer_domains.reviewer_id
          where reviewer_domains.domain_id = ${domainId} and people.role = 'reviewer'
            and ${isActiveParticipant})) is true`,
      )
      .where(isUnusedInHorizon(bookable))
      .where(isAllowedByAllRules(bookable))
  )
}

/** True if the reviewer of a row of `slots` has set no rules. */
function ofAvailability(breaks: RawBuilder<unknown>) {
  return sql<boolean>`not exists (select 1 from availabilities
    where availabilities.reviewer_id = slots.reviewer_id and ${breaks})`
}
