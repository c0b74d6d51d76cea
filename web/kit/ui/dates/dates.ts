import { minuteMs } from '#contract/kit/time/durations.ts'
import { daysBetween, getDateInZone } from '#contract/kit/time/zone.ts'
import { formatTimeAt } from './clock.ts'

/** A formatter for dates (YYYY-MM-DD), made on first use: it takes a phone milliseconds. */
export function makeDateFormatter(
  options: Intl.DateTimeFormatOptions,
  order: Intl.DateTimeFormatPartTypes[] = ['weekday', 'month', 'day', 'year'],
) {
  let format: Intl.DateTimeFormat | undefined
  return (date: string) => {
    format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
    const parts = format.formatToParts(Date.parse(`${date}T00:00:00Z`))
    return order.flatMap((type) => parts.find((part) => part.type === type)?.value ?? []).join(' ')
  }
}

const short = { weekday: 'short', month: 'short', day: 'numeric' } as const
const dayFirst = ['weekday', 'day', 'month', 'year'] as const

/** A date (YYYY-MM-DD) as 'Monday January 5'. */
export const formatWeekdayMonthDay = makeDateFormatter({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** A date (YYYY-MM-DD) as 'Mon 5 Jan'. */
export const formatShortDate = makeDateFormatter(short, [...dayFirst])

/** A date (YYYY-MM-DD) as 'Mon 5 Jan 2024'. */
export const formatFullDate = makeDateFormatter({ ...short, year: 'numeric' }, [...dayFirst])

/** A date (YYYY-MM-DD) as 'January 2024'. */
export const formatMonthYear = makeDateFormatter({ month: 'long', year: 'numeric' })

/** A date (YYYY-MM-DD) for lists: 'Mon 5 Jan', with the year if it is not this year. */
export function formatListDate(date: string, today: string): string {
  return date.slice(0, 4) === today.slice(0, 4) ? formatShortDate(date) : formatFullDate(date)
}

const nearDays = new Map([
  [-1, 'Yesterday'],
  [0, 'Today'],
  [1, 'Tomorrow'],
])

/**
 * A date (YYYY-MM-DD) relative to today: 'Yesterday', 'Today', 'Tomorrow', else 'Wed 25 Nov', with
 * the year if it is not this year.
 */
export function formatDay(date: string, today: string): string {
  return nearDays.get(daysBetween(today, date)) ?? formatListDate(date, today)
}

/** The same within a sentence: 'tomorrow, 10:00 AM'. */
export function toMidSentence(said: string): string {
  const isNear = [...nearDays.values()].some((day) => said.startsWith(day))
  return isNear ? said.charAt(0).toLowerCase() + said.slice(1) : said
}

/** An instant (ms since 1970) relative to now, in a zone: 'Tomorrow, 10:00 AM'. */
export function formatDayAndTime(instant: number, now: number, timeZone: string): string {
  const day = formatDay(getDateInZone(instant, timeZone), getDateInZone(now, timeZone))
  return `${day}, ${formatTimeAt(instant, timeZone)}`
}

/**
 * An instant (ms since 1970) as date and time in a zone, 'Mon 5 Jan 2024, 9:30 AM', with the zone's
 * name if the browser's is another: 'Mon 5 Jan 2024, 9:30 AM (Asia/Tokyo)'.
 */
export function formatFullInstant(instant: number, timeZone: string): string {
  const date = formatFullDate(getDateInZone(instant, timeZone))
  const inWords = `${date}, ${formatTimeAt(instant, timeZone)}`
  return timeZone === getBrowserTimeZone() ? inWords : `${inWords} (${formatZoneName(timeZone)})`
}

export function getBrowserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A zone's name for people: 'America/New York'. */
export function formatZoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** An instant's date in days from today, in a zone: 'today', '21 days ago'. */
export function formatDaysFromNow(instant: number, now: number, timeZone: string): string {
  return relative.format(
    daysBetween(getDateInZone(now, timeZone), getDateInZone(instant, timeZone)),
    'day',
  )
}

/**
 * The distance of an instant from now: 'in 20 minutes', 'in 2 hours', 'tomorrow', '3 days ago'.
 * From the next date in the zone on it counts dates, not hours.
 */
export function formatRelativeTime(instant: number, now: number, timeZone: string): string {
  const days = daysBetween(getDateInZone(now, timeZone), getDateInZone(instant, timeZone))
  if (days !== 0) return relative.format(days, 'day')
  const minutes = Math.round((instant - now) / minuteMs)
  if (minutes === 0) return 'now'
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  return relative.format(Math.round(minutes / 60), 'hour')
}

/** The same for an instant today; null on other dates. */
export function formatRelativeTimeIfToday(
  instant: number,
  now: number,
  timeZone: string,
): string | null {
  const isToday = getDateInZone(now, timeZone) === getDateInZone(instant, timeZone)
  return isToday ? formatRelativeTime(instant, now, timeZone) : null
}
