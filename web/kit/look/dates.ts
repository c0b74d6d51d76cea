import { minuteMs } from '#contract/kit/time.ts'
import { dateInZone, daysBetween, slotTimeInZone } from '#contract/kit/zone.ts'

/** Made when it is first needed: a phone takes milliseconds for each. */
function writer(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  return (date: string) => {
    format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
    return format.format(Date.parse(`${date}T00:00:00Z`)).replaceAll(',', '')
  }
}

/** A date (YYYY-MM-DD) as 'Mon Jan 5 2024' (specification, section 2). */
export const fullDate = writer({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** A date (YYYY-MM-DD) as 'Monday January 5'. */
export const weekdayMonthDay = writer({ weekday: 'long', month: 'long', day: 'numeric' })

/** A date (YYYY-MM-DD) as 'Mon Jan 5', for where there is little room. */
export const shortDate = writer({ weekday: 'short', month: 'short', day: 'numeric' })

/** A date (YYYY-MM-DD) as 'January 2024'. */
export const monthYear = writer({ month: 'long', year: 'numeric' })

/** An instant (ms since 1970) as date and time in a zone: 'Mon Jan 5 2024 9:30 AM'. */
export function instantInWords(instant: number, timeZone: string): string {
  return `${fullDate(dateInZone(instant, timeZone))} ${slotTimeInZone(instant, timeZone)}`
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/**
 * How far an instant is from now: 'in 20 minutes', 'in 2 hours', 'tomorrow', 'in 2 days'. From the
 * next date on it counts the dates of the school's zone, not hours.
 */
export function relativeTime(instant: number, now: number, timeZone: string): string {
  const days = daysBetween(dateInZone(now, timeZone), dateInZone(instant, timeZone))
  if (days !== 0) return relative.format(days, 'day')
  const minutes = Math.round((instant - now) / minuteMs)
  if (minutes === 0) return 'now'
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  return relative.format(Math.round(minutes / 60), 'hour')
}
