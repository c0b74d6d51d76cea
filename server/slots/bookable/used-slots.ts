import { type RawBuilder, sql } from 'kysely'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'
import { bufferMinutesMax } from '#contract/limits/availability.ts'
import type { Values } from '#server/database/query.ts'
import { type BookingDays, getDayIndex, longestDayMs } from './booking-days.ts'
import type { InstantRange } from './instant-range.ts'

/** The review to be booked or moved, whose own slot is not counted; empty for lists. */
export type ExcludedReview = { reviewId: string }

/** The slots of the same reviewer as a row of `slots` that other reviews have or used up. */
export function selectOtherUsedSlots({ reviewId }: Values<ExcludedReview>) {
  return sql`slots as other where other.reviewer_id = slots.reviewer_id and other.id <> slots.id
    and (exists (select 1 from reviews as holder
        where holder.slot_id = other.id and holder.id <> ${reviewId})
      or exists (select 1 from no_shows where no_shows.slot_id = other.id))`
}

/** How many slots of the same day and reviewer other reviews have or used up. */
export function countUsedOnDay(values: Values<BookingDays & ExcludedReview>) {
  return sql<number>`(select count(*) from ${selectOtherUsedSlots(values)} and ${isOnSameDay(values)})`
}

export function isOnSameDay(days: Values<BookingDays>) {
  const longest = sql.lit(longestDayMs)
  return sql<boolean>`other.starts_at > slots.starts_at - ${longest}
    and other.starts_at < slots.starts_at + ${longest}
    and ${getDayIndex(sql`other.starts_at`, days)} = ${getDayIndex(sql`slots.starts_at`, days)}`
}

/** The ids of the slots booked within the horizon, and of all that were used up. */
export function selectUsedSlotIds({ after, before }: Values<InstantRange>) {
  return sql`(select slot_id from reviews
      where held_at > ${after} and held_at < ${before} and slot_id is not null
    union all select slot_id from no_shows)`
}

/** A condition on rows of `availabilities` that limits whose rules are evaluated. */
export type ReviewerFilter = RawBuilder<boolean>

export function selectSlotsWithinNotice({ after }: Values<BookingDays>, whose: ReviewerFilter) {
  return sql`(select near.id from availabilities cross join slots as near
    where availabilities.notice > 0 and ${whose}
      and near.reviewer_id = availabilities.reviewer_id and near.starts_at > ${after}
      and near.starts_at < cast(${after} as bigint) + availabilities.notice * ${sql.lit(minuteMs)})`
}

/** No slot is longer than a day, so nothing farther away can be too close. */
const farthest = sql.lit(dayMs + bufferMinutesMax * minuteMs)

/** Slots within the horizon that are too close to one that another review has or used up. */
export function selectSlotsWithinBuffer(
  values: Values<BookingDays & ExcludedReview>,
  whose: ReviewerFilter,
) {
  const { after, before } = values
  const from = sql<number>`cast(${after} as bigint) - ${farthest}`
  const until = sql<number>`cast(${before} as bigint) + ${farthest}`
  const buffer = sql`other.buffer * ${sql.lit(minuteMs)}`
  const isAsked = sql<boolean>`buffer > 0 and ${whose}`
  return sql`(with other as materialized ${usedWithin({ ...values, after: from, before: until }, isAsked)}
    select near.id from other cross join slots as near
    where near.reviewer_id = other.reviewer_id and near.id <> other.id
      and near.starts_at > ${after} and near.starts_at < ${before}
      and near.starts_at > other.starts_at - ${farthest}
      and near.starts_at < other.ends_at + ${buffer}
      and near.ends_at + ${buffer} > other.starts_at)`
}

/** The reviewers and days that have reached the daily maximum. */
export function selectFullDays(
  values: Values<BookingDays & ExcludedReview>,
  whose: ReviewerFilter,
) {
  const after = sql<number>`cast(${values.firstDay} as bigint) - 1`
  const isAsked = sql<boolean>`most_a_day is not null and ${whose}`
  return sql`(select other.reviewer_id, ${getDayIndex(sql`other.starts_at`, values)}
    from ${usedWithin({ ...values, after }, isAsked)} as other
    group by 1, 2 having count(*) >= max(other.most_a_day))`
}

/**
 * Slots within a range that another review has or used up, with the rules of their reviewers. A
 * cross join makes SQLite start with the slots.
 */
function usedWithin(
  { reviewId, after, before }: Values<InstantRange & ExcludedReview>,
  whose: ReviewerFilter,
) {
  return sql`(select slots.id, slots.reviewer_id, slots.starts_at, slots.ends_at,
      availabilities.buffer, availabilities.most_a_day
    from availabilities cross join slots
    where ${whose} and slots.reviewer_id = availabilities.reviewer_id
      and slots.starts_at > ${after} and slots.starts_at < ${before}
      and (slots.id in ${selectUsedSlotIds({ after, before })}) is true
      and slots.id is distinct from (select own.slot_id from reviews as own where own.id = ${reviewId}))`
}
