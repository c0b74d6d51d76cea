import { minuteMs } from './durations.ts'
import { addDays, getClockTimeInZone, getDateInZone, getInstantAt } from './zone.ts'

/** A holiday of the school: two dates (YYYY-MM-DD) in its time zone, both included. */
export type Holiday = { from: string; to: string; name: string }

/** What decides on which days nothing takes place and nothing falls due. */
export type HolidayCalendar = { timeZone: string; holidays: readonly Holiday[] }

/** The holiday on a date (YYYY-MM-DD); undefined if there is none. */
export function findHoliday(date: string, holidays: readonly Holiday[]): Holiday | undefined {
  return holidays.find(({ from, to }) => from <= date && date <= to)
}

/** The date (YYYY-MM-DD) itself, or the next one that is no holiday. */
export function skipHolidays(date: string, holidays: readonly Holiday[]): string {
  const holiday = findHoliday(date, holidays)
  return holiday ? skipHolidays(addDays(holiday.to, 1), holidays) : date
}

/** The date (YYYY-MM-DD) itself, or the first day of the holidays that end on the day before it. */
export function includePrecedingHolidays(date: string, holidays: readonly Holiday[]): string {
  const holiday = findHoliday(addDays(date, -1), holidays)
  return holiday ? includePrecedingHolidays(holiday.from, holidays) : date
}

/** An instant (ms since 1970), or the same time of the next day that is no holiday. */
export function skipHolidaysInZone(at: number, { timeZone, holidays }: HolidayCalendar): number {
  const date = getDateInZone(at, timeZone)
  const next = skipHolidays(date, holidays)
  return next === date
    ? at
    : getInstantAt(next, getClockTimeInZone(at, timeZone), timeZone) + (at % minuteMs)
}
