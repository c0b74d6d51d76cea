import { type RawBuilder, sql } from 'kysely'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { findHoliday, type HolidayCalendar } from '#contract/kit/time/holidays.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import type { Values } from '#server/database/query.ts'
import { type InstantRange, toInstantRange } from './instant-range.ts'

/**
 * The days on which slots can be booked, in the school's zone, counted from 0 for today; instants
 * are ms since 1970. All days have 24 hours except the one before `turn`, on which the clock may
 * change: no zone changes it twice within four weeks.
 */
export type BookingDays = InstantRange & {
  firstDay: number
  /** The start and end of the last day that may not have 24 hours. */
  turnEve: number
  turn: number
  /** The number of the day that begins at `turn`. */
  turnDay: number
}

/**
 * The given number of days from today, and the range in which a slot must begin to be booked: after
 * now, and before the end of the last day (specification, section 9; contract, sections 4 and 14).
 */
export function getBookingDays(now: number, timeZone: string, days: number): BookingDays {
  const today = getDateInZone(now, timeZone)
  const beginning = (day: number) => toInstantRange(addDays(today, day), 1, timeZone).after + 1
  const [firstDay, before] = [beginning(0), beginning(days)]
  let turnDay = days
  if (before - firstDay !== days * dayMs) {
    turnDay = 1
    while (beginning(turnDay) - firstDay === turnDay * dayMs) turnDay++
  }
  const [turnEve, turn] = [beginning(turnDay - 1), beginning(turnDay)]
  return { after: now, before, firstDay, turnEve, turn, turnDay }
}

/** The dates from tomorrow on that are no holidays, with their day numbers. */
export function listNonHolidaysAhead(
  { firstDay, before }: BookingDays,
  { timeZone, holidays }: HolidayCalendar,
) {
  const [today, last] = [getDateInZone(firstDay, timeZone), getDateInZone(before - 1, timeZone)]
  const days: { day: string; number: number }[] = []
  for (let number = 1, day = addDays(today, 1); day <= last; day = addDays(today, ++number)) {
    if (!findHoliday(day, holidays)) days.push({ day, number })
  }
  return days
}

/** The day number of an instant in a row: -1 before the first day, null after the last. */
export function getDayIndex(
  instant: RawBuilder<number>,
  { firstDay, turnEve, turn, turnDay, before }: Values<BookingDays>,
) {
  // SQLite treats bound values as floats, so the result is cast to an integer.
  const wholeDays = (since: typeof firstDay) =>
    sql`cast((${instant} - ${since}) / ${sql.lit(dayMs)} as bigint)`
  return sql<number | null>`case when ${instant} < ${firstDay} then -1
    when ${instant} >= ${before} then null
    when ${instant} >= ${turn} then ${turnDay} + ${wholeDays(turn)}
    when ${instant} >= ${turnEve} then ${turnDay} - 1
    else ${wholeDays(firstDay)} end`
}

/** No day of any zone is longer than this. */
export const longestDayMs = 26 * hourMs
