import { daysBetween } from '#contract/kit/zone.ts'
import { fullDate, shortDate } from '#web/kit/look/dates.ts'

/** A day of the past (YYYY-MM-DD) as the heading of what was done on it. */
export function dayInWords(day: string, today: string): string {
  const ago = daysBetween(day, today)
  if (ago === 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  return day.slice(0, 4) === today.slice(0, 4) ? shortDate(day) : fullDate(day)
}
