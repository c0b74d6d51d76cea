import ICAL from 'ical.js'

/** The time of day and date that a clock shows, in ms since 1970 as if the clock were in UTC. */
export type ClockMs = number

/** What the clock shows at a time of a calendar, in whichever zone that is. */
export function toClockMs({ year, month, day, hour, minute, second }: ICAL.Time): ClockMs {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** A time in no zone. */
export function fromClockMs(clock: ClockMs, isDate = false): ICAL.Time {
  const time = ICAL.Time.fromJSDate(new Date(clock), true)
  time.zone = ICAL.Timezone.localTimezone
  time.isDate = isDate
  return time
}
