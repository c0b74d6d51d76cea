import { formatCount } from '../kit/text/plural.ts'
import { formatDayInZone } from '../kit/time/zone.ts'

/**
 * For a day (YYYY-MM-DD in the school's time zone): how many reviews that wait for a slot are due
 * by its end, and how many free slots begin by then.
 */
export type DayDemand = { day: string; due: number; free: number }

/** A day (YYYY-MM-DD) and the number by which it is counted. */
type NumberedDay = { day: string; number: number }

/** The reviews due, or slots free, on the day with this number; null for no day. */
export type CountOnDay = { number: number | null; count: number }

/** Adds up what is due and free by the end of each day. */
export function addUpDemand(
  days: NumberedDay[],
  { due, free }: { due: CountOnDay[]; free: CountOnDay[] },
): DayDemand[] {
  const until = (last: number, counts: CountOnDay[]) =>
    counts.reduce(
      (sum, { number, count }) => sum + (number !== null && number <= last ? count : 0),
      0,
    )
  return days.map(({ day, number }) => ({
    day,
    due: until(number, due),
    free: until(number, free),
  }))
}

/** The first day by which more reviews are due than slots are free; undefined if there is none. */
export function findFirstShortDay(days: DayDemand[]): DayDemand | undefined {
  return days.find(({ due, free }) => due > free)
}

/** Such as '2 reviews of Web Development are due by Wed 4 Mar, and 1 slot is free until then'. */
export function describeShortage(short: DayDemand & { domain?: string | null }): string {
  const { day, due, free, domain } = short
  const by = formatDayInZone(Date.parse(day), 'UTC')
  const reviews = `${formatCount(due, 'review', 'reviews')}${domain ? ` of ${domain}` : ''}`
  return `${reviews} ${due === 1 ? 'is' : 'are'} due by ${by}, and ${formatCount(free, 'slot is', 'slots are')} free until then`
}
