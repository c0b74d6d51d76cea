import { addDays, getMonday } from '#contract/kit/time/zone.ts'

/** The first day of a date's month; both are YYYY-MM-DD. */
export function getFirstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`
}

export function getPreviousMonth(first: string): string {
  return getFirstOfMonth(addDays(first, -1))
}

export function getNextMonth(first: string): string {
  return getFirstOfMonth(addDays(first, 31))
}

/** The dates of a month in weeks from Monday to Sunday; null for days of other months. */
export function listWeeksOfMonth(first: string): (string | null)[][] {
  const weeks: (string | null)[][] = []
  for (let start = getMonday(first); start < getNextMonth(first); start = addDays(start, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(start, index))
    weeks.push(days.map((day) => (getFirstOfMonth(day) === first ? day : null)))
  }
  return weeks
}
