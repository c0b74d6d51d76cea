import { addDays, getMonday } from '#contract/kit/time/zone.ts'

/** The first day of a date's month; both are YYYY-MM-DD. */
export function firstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`
}

export function monthBefore(first: string): string {
  return firstOfMonth(addDays(first, -1))
}

export function monthAfter(first: string): string {
  return firstOfMonth(addDays(first, 31))
}

/** The dates of a month in weeks from Monday to Sunday; null for days of other months. */
export function weeksOfMonth(first: string): (string | null)[][] {
  const weeks: (string | null)[][] = []
  for (let start = getMonday(first); start < monthAfter(first); start = addDays(start, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(start, index))
    weeks.push(days.map((day) => (firstOfMonth(day) === first ? day : null)))
  }
  return weeks
}
