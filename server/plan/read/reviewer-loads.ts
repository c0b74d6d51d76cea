import { addDays, daysPerWeek, getDateInZone, startOfDay } from '#contract/kit/time/zone.ts'
import type { Context } from '#server/kit/context.ts'
import { getBookingDays } from '#server/slots/bookable/booking-days.ts'
import type { OpenReviewer } from '../matching/problem.ts'
import { countUsedSlots } from '../queries.ts'

/** The days and weeks in which slots can be booked, counted from 0. */
export type BookingCalendar = ReturnType<typeof makeBookingCalendar>

/** The days and weeks of the booking horizon; weeks begin on Monday. */
export function makeBookingCalendar({ clock, settings }: Context) {
  const { timeZone, bookableDays } = settings
  const now = clock()
  const today = getDateInZone(now, timeZone)
  const midnight = (days: number) => startOfDay(addDays(today, days), timeZone)
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const weekCount = Math.ceil((sinceMonday + bookableDays) / daysPerWeek)
  const days = countUpTo(bookableDays + 1).map(midnight)
  const weeks = countUpTo(weekCount + 1).map((week) => midnight(week * daysPerWeek - sinceMonday))
  const placeIn = (bounds: number[]) => (instant: number) =>
    bounds.findLastIndex((bound) => bound <= instant)
  return {
    now,
    today,
    weeks,
    weekCount,
    dayCount: bookableDays,
    booking: getBookingDays(now, timeZone, bookableDays),
    /** The start of each day, and the end of the last. */
    days,
    dayOf: placeIn(days),
    weekOf: placeIn(weeks),
  }
}

/**
 * The number of reviews of each reviewer per day and per week of the horizon, without the given
 * review.
 */
export async function readLoads({ db }: Context, calendar: BookingCalendar, reviewId: string) {
  const { weeks, weekCount, dayCount, weekOf, days, booking } = calendar
  const span = { since: weeks.at(0) ?? 0, until: weeks.at(-1) ?? 0 }
  const loads = new Map<string, Pick<OpenReviewer, 'onDay' | 'inWeek'>>()
  const used = await countUsedSlots(db, { ...span, ...booking, reviewId })
  for (const { reviewer_id, day, count } of used) {
    const load = loads.get(reviewer_id) ?? {
      onDay: countUpTo(dayCount).map(() => 0),
      inWeek: countUpTo(weekCount).map(() => 0),
    }
    loads.set(reviewer_id, load)
    if (day !== null && day >= 0) load.onDay[day] = count
    // Days outside the horizon count for its first and its last week.
    const week = day === null ? weekCount - 1 : day < 0 ? 0 : weekOf(days[day] ?? 0)
    load.inWeek[week] = (load.inWeek[week] ?? 0) + count
  }
  return loads
}

const countUpTo = (count: number) => [...Array(count).keys()]
