import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { formatSlotTime, getClockTimeInZone } from '#contract/kit/time/zone.ts'
import { isPreferenceOn } from '../../live/preferences.ts'

/** Whether the reader prefers 24 hours; the specification's 12 by default. */
function has24Hours(): boolean {
  return isPreferenceOn('24-hours')
}

/** A wall-clock time (HH:MM) in the reader's format: '9:30 PM' or '21:30'. */
export function formatClock(time: string): string {
  return has24Hours() ? time : formatSlotTime(time)
}

/** The time of an instant (ms since 1970) in a zone. */
export function formatTimeAt(instant: number, timeZone: string): string {
  return formatClock(getClockTimeInZone(instant, timeZone))
}

/** Times of the API ('9:30 PM') in the reader's format, also within a text of the server. */
export function localizeTimes(text: string): string {
  if (!has24Hours()) return text
  return text.replace(
    /(\d+)(:\d\d) ([AP])M\b/g,
    (_, hour, minutes, half) => formatWeekNumber((hour % 12) + (half === 'P' ? 12 : 0)) + minutes,
  )
}
