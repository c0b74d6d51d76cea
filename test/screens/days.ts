import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'

/** The school's zone; also the browser's, unless a test changes it. */
export const schoolZone = 'Europe/Berlin'

/** The school's date a number of days from today, as YYYY-MM-DD. */
export function getDateInDays(days: number): string {
  return addDays(getDateInZone(Date.now(), schoolZone), days)
}

/** A date (YYYY-MM-DD) as 'Mon Jan 5 2024'. */
function specifiedDate(date: string): string {
  return new Date(`${date}T00:00`).toDateString().replace(/ 0(\d )/, ' $1')
}

/** A date (YYYY-MM-DD) as 'Mon 5 Jan 2024'. */
export function formatFullDate(date: string): string {
  return specifiedDate(date).replace(/(\w+) (\d+) /, '$2 $1 ')
}

/** A week's number with two digits. */
export function formatTwoDigits(week: number): string {
  return String(week).padStart(2, '0')
}
