import { dayMs, minuteMs, secondMs } from './durations.ts'
import { toClockTime, toDayAndMs, toIsoDate } from './iso.ts'

/** The date in a zone at an instant (ms since 1970), as YYYY-MM-DD. */
export function getDateInZone(instant: number, timeZone: string): string {
  const [day] = toDayAndMs(instant + getOffset(instant, timeZone))
  return toIsoDate(day)
}

/** The wall clock in a zone at an instant, as HH:MM. */
export function getClockTimeInZone(instant: number, timeZone: string): string {
  const [, ms] = toDayAndMs(instant + getOffset(instant, timeZone))
  return toClockTime(ms)
}

/** The time as slots show it: 9:30 AM. */
export function formatSlotTimeInZone(instant: number, timeZone: string): string {
  return formatSlotTime(getClockTimeInZone(instant, timeZone))
}

/** A day as sentences show it: Wed 25 Nov. */
export function formatDayInZone(instant: number, timeZone: string): string {
  const shown = new Date(instant + getOffset(instant, timeZone)).toUTCString()
  const [weekday, day, month] = shown.split(/[ ,]+/)
  return `${weekday} ${Number(day)} ${month}`
}

/** An instant with its time zone: Mon 5 Jan, 9:30 AM (Asia/Tokyo). */
export function formatInstantWithZone(instant: number, timeZone: string): string {
  const zone = timeZone.replaceAll('_', ' ')
  return `${formatDayInZone(instant, timeZone)}, ${formatSlotTimeInZone(instant, timeZone)} (${zone})`
}

/**
 * The same, followed by the school's day and time where they differ: Mon 5 Jan, 9:30 AM
 * (Asia/Tokyo), Sun 4 Jan, 7:30 PM at the school.
 */
export function formatInstantInZones(
  instant: number,
  timeZone: string,
  schoolZone: string,
): string {
  const [day, schoolDay] = [
    formatDayInZone(instant, timeZone),
    formatDayInZone(instant, schoolZone),
  ]
  const [time, schoolTime] = [
    formatSlotTimeInZone(instant, timeZone),
    formatSlotTimeInZone(instant, schoolZone),
  ]
  const said = formatInstantWithZone(instant, timeZone)
  if (day !== schoolDay) return `${said}, ${schoolDay}, ${schoolTime} at the school`
  return time === schoolTime ? said : `${said}, ${schoolTime} at the school`
}

/** Formats a time of day (HH:MM) as slots show it: 9:30 AM. */
export function formatSlotTime(clock: string): string {
  const [hours = '', minutes = ''] = clock.split(':')
  const hour = Number(hours)
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/**
 * The instant (ms since 1970) at which a zone's wall clock shows a date (YYYY-MM-DD) and time
 * (HH:MM). A time that occurs twice is the first of the two. A time that the clock skips is the
 * moment of the change.
 */
export function getInstantAt(date: string, clock: string, timeZone: string): number {
  const wanted = Date.parse(`${date}T${clock}Z`)
  const shown = (instant: number) =>
    Date.parse(`${getDateInZone(instant, timeZone)}T${getClockTimeInZone(instant, timeZone)}Z`)
  const by = (nearby: number) => wanted - (shown(nearby) - nearby)
  const byOldOffset = by(wanted - dayMs)
  if (shown(byOldOffset) === wanted) return byOldOffset
  const byNewOffset = by(wanted + dayMs)
  if (shown(byNewOffset) === wanted) return byNewOffset
  // The clock skips this time: the new offset leads to before the change, the old one to after it.
  let [before, after] = [byNewOffset, byOldOffset]
  while (after - before > minuteMs) {
    const between = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (shown(between) < wanted) before = between
    else after = between
  }
  return after
}

/** The instant (ms since 1970) at which a date (YYYY-MM-DD) begins in a zone. */
export function startOfDay(date: string, timeZone: string): number {
  return getInstantAt(date, '00:00', timeZone)
}

/** The date this many days later, YYYY-MM-DD in and out. */
export function addDays(date: string, days: number): string {
  return toIsoDate(Date.parse(`${date}T00:00:00Z`) / dayMs + days)
}

/** Whole days between two dates; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** The weekday of a date, from 1 (Monday) to 7. */
export function getWeekday(date: string): number {
  // The earliest `calendarDateSchema` is this Monday.
  return (daysBetween(firstMonday, date) % daysPerWeek) + 1
}

const firstMonday = '1900-01-01'
export const daysPerWeek = 7

export function getMonday(date: string): string {
  return addDays(date, 1 - getWeekday(date))
}

/** Minutes between two times of day (HH:MM). */
export function minutesBetween(from: string, to: string): number {
  return minuteOfDay(to) - minuteOfDay(from)
}

/** Minutes since midnight of a time of day (HH:MM). */
export function minuteOfDay(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

type Zone = {
  format: Intl.DateTimeFormat
  /** The offset by UTC day; null for a day on which the clock changes. */
  aheadOnDay: Map<number, number | null>
}

const zones = new Map<string, Zone>()
const daysKept = 5_000

/**
 * The UTC offset (ms) of a zone at an instant. Cached by day, because `Intl` takes some 5 µs and
 * lists ask for many instants.
 */
function getOffset(instant: number, timeZone: string): number {
  const zone = zones.get(timeZone) ?? makeZone(timeZone)
  const [day] = toDayAndMs(instant)
  let ahead = zone.aheadOnDay.get(day)
  if (ahead === undefined) {
    const [first, last] = [
      computeOffset(zone, day * dayMs),
      computeOffset(zone, (day + 1) * dayMs - 1),
    ]
    ahead = first === last ? first : null
    if (zone.aheadOnDay.size >= daysKept) zone.aheadOnDay.clear()
    zone.aheadOnDay.set(day, ahead)
  }
  return ahead ?? computeOffset(zone, instant)
}

function makeZone(timeZone: string): Zone {
  const twoDigits = '2-digit'
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
    second: twoDigits,
    hourCycle: 'h23',
  })
  const zone = { format, aheadOnDay: new Map() }
  zones.set(timeZone, zone)
  return zone
}

function computeOffset({ format }: Zone, instant: number): number {
  const parts = format.formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value)
  const shown = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  )
  return shown - Math.floor(instant / secondMs) * secondMs
}

/** Whether the runtime knows this time zone, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
