import { addDays, getClockTimeInZone, minuteOfDay, startOfDay } from '#contract/kit/time/zone.ts'
import { minutesPerDay } from '#contract/limits/limits.ts'

/** A range within a day, in minutes since midnight. */
export type DayRange = { start: number; end: number }

/**
 * The part of a range of instants (ISO) on a date (YYYY-MM-DD), by the clock of a zone; undefined
 * if none.
 */
export function clipToDay(
  { startsAt, endsAt }: { startsAt: string; endsAt: string },
  date: string,
  timeZone: string,
): DayRange | undefined {
  const [from, until] = [startOfDay(date, timeZone), startOfDay(addDays(date, 1), timeZone)]
  const [starts, ends] = [Date.parse(startsAt), Date.parse(endsAt)]
  if (starts >= until || ends <= from) return undefined
  const minuteAt = (instant: number) => minuteOfDay(getClockTimeInZone(instant, timeZone))
  return {
    start: starts <= from ? 0 : minuteAt(starts),
    end: ends >= until ? minutesPerDay : minuteAt(ends),
  }
}
