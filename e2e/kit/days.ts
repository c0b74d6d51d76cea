import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { schoolZone } from './server.ts'

/** The school's date in so many days, as YYYY-MM-DD. */
export function getDateInDays(days: number): string {
  return addDays(getDateInZone(Date.now(), schoolZone), days)
}

/** A date (YYYY-MM-DD) as 'Monday January 5'. */
export function formatLongMonthDay(date: string): string {
  return new Date(`${date}T00:00Z`)
    .toLocaleDateString('en-US', {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    })
    .replace(',', '')
}

/** A date (YYYY-MM-DD) as 'Mon Jan 5 2024'. */
export function formatShortMonthDayYear(date: string): string {
  return new Date(`${date}T00:00`).toDateString().replace(/ 0(\d )/, ' $1')
}

/** A date (YYYY-MM-DD) as 'Mon 5 Jan 2024'. */
export function formatFullDate(date: string): string {
  return formatShortMonthDayYear(date).replace(/(\w+) (\d+) /, '$2 $1 ')
}
