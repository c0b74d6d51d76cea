import { formatCount } from '../kit/text/plural.ts'
import { dayInZone } from '../kit/time/zone.ts'

/**
 * Of a day (YYYY-MM-DD in the school's zone): how many reviews that wait for a slot are due until its
 * end, and how many free slots begin until then.
 */
export type DayDemand = { day: string; due: number; free: number }

/** A day (YYYY-MM-DD), and by which number things are counted on it. */
type NumberedDay = { day: string; number: number }

/** How many reviews are due, or slots are free, on the day of a number; null where that is no day. */
export type CountOnDay = { number: number | null; count: number }

/** For each of these days what is due and what is free until its end, by what is on each day. */
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

/** The first day until which more reviews are due than there are free slots; undefined if none is. */
export function findFirstShortDay(days: DayDemand[]): DayDemand | undefined {
  return days.find(({ due, free }) => due > free)
}

/** '2 reviews of Web Development are due by Wed 4 Mar, and 1 slot is free until then'. */
export function describeShortage(short: DayDemand & { domain?: string | null }): string {
  const { day, due, free, domain } = short
  const by = dayInZone(Date.parse(day), 'UTC')
  const reviews = `${formatCount(due, 'review', 'reviews')}${domain ? ` of ${domain}` : ''}`
  return `${reviews} ${due === 1 ? 'is' : 'are'} due by ${by}, and ${formatCount(free, 'slot is', 'slots are')} free until then`
}
