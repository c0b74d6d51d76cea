import { dayMs, minuteMs, secondMs } from './durations.ts'
import { splitInstant, toClockTime, toDate } from './iso.ts'

/** The date in a zone at an instant (ms since 1970), as YYYY-MM-DD. */
export function dateInZone(instant: number, timeZone: string): string {
  const [day] = splitInstant(instant + getOffset(instant, timeZone))
  return toDate(day)
}

/** The wall clock in a zone at an instant, as HH:MM. */
export function clockInZone(instant: number, timeZone: string): string {
  const [, ms] = splitInstant(instant + getOffset(instant, timeZone))
  return toClockTime(ms)
}

/** The wall clock as slots show it: 9:30 AM. */
export function slotTimeInZone(instant: number, timeZone: string): string {
  return toSlotTime(clockInZone(instant, timeZone))
}

/** A day as sentences name it: Wed 25 Nov. */
export function dayInZone(instant: number, timeZone: string): string {
  const shown = new Date(instant + getOffset(instant, timeZone)).toUTCString()
  const [weekday, day, month] = shown.split(/[ ,]+/)
  return `${weekday} ${Number(day)} ${month}`
}

/** An instant for whoever reads it wherever they are: Mon 5 Jan, 9:30 AM (Asia/Tokyo). */
export function instantWithZone(instant: number, timeZone: string): string {
  const zone = timeZone.replaceAll('_', ' ')
  return `${dayInZone(instant, timeZone)}, ${slotTimeInZone(instant, timeZone)} (${zone})`
}

/**
 * The same in the reader's zone, with the school's beside it where that shows something else: Mon 5
 * Jan, 9:30 AM (Asia/Tokyo), Sun 4 Jan, 7:30 PM at the school.
 */
export function instantInZones(instant: number, timeZone: string, schoolZone: string): string {
  const [day, schoolDay] = [dayInZone(instant, timeZone), dayInZone(instant, schoolZone)]
  const [time, schoolTime] = [
    slotTimeInZone(instant, timeZone),
    slotTimeInZone(instant, schoolZone),
  ]
  const said = instantWithZone(instant, timeZone)
  if (day !== schoolDay) return `${said}, ${schoolDay}, ${schoolTime} at the school`
  return time === schoolTime ? said : `${said}, ${schoolTime} at the school`
}

/** A wall-clock time (HH:MM) as slots show it: 9:30 AM. */
export function toSlotTime(clock: string): string {
  const [hours = '', minutes = ''] = clock.split(':')
  const hour = Number(hours)
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/**
 * The instant (ms since 1970) at which the wall clock in a zone shows a date (YYYY-MM-DD) and a
 * time (HH:MM). A time that comes twice when the clock is set back is the first of the two; one
 * that is left out when it is set forward is the moment at which it is set.
 */
export function instantAt(date: string, clock: string, timeZone: string): number {
  const wanted = Date.parse(`${date}T${clock}Z`)
  const shown = (instant: number) =>
    Date.parse(`${dateInZone(instant, timeZone)}T${clockInZone(instant, timeZone)}Z`)
  const by = (nearby: number) => wanted - (shown(nearby) - nearby)
  const byOldOffset = by(wanted - dayMs)
  if (shown(byOldOffset) === wanted) return byOldOffset
  const byNewOffset = by(wanted + dayMs)
  if (shown(byNewOffset) === wanted) return byNewOffset
  // No clock shows it: the new offset leads to before the jump, the old one to after it.
  let [before, after] = [byNewOffset, byOldOffset]
  while (after - before > minuteMs) {
    const between = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (shown(between) < wanted) before = between
    else after = between
  }
  return after
}

/** The date so many days later, by the calendar: YYYY-MM-DD in, YYYY-MM-DD out. */
export function addDays(date: string, days: number): string {
  return toDate(Date.parse(`${date}T00:00:00Z`) / dayMs + days)
}

/** Whole days from one calendar date to another; below zero when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** The day of the week of a date, from 1 (Monday) to 7. */
export function getWeekday(date: string): number {
  // No date is before this Monday: `Day` begins with it.
  return (daysBetween(firstMonday, date) % daysPerWeek) + 1
}

const firstMonday = '1900-01-01'
export const daysPerWeek = 7

/** The Monday of the week that a date lies in. */
export function getMonday(date: string): string {
  return addDays(date, 1 - getWeekday(date))
}

/** Minutes from one wall-clock time (HH:MM) to another on the same day. */
export function minutesBetween(from: string, to: string): number {
  return minuteOfDay(to) - minuteOfDay(from)
}

/** How many minutes after midnight a wall-clock time (HH:MM) is. */
export function minuteOfDay(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

type Zone = {
  format: Intl.DateTimeFormat
  /** By the day of UTC: how far ahead the clock is all that day; null if it is set on it. */
  aheadOnDay: Map<number, number | null>
}

const zones = new Map<string, Zone>()
const daysKept = 5_000

/**
 * How far (ms) the wall clock of a zone is ahead of UTC at an instant. To ask the browser's calendar
 * takes some 5 µs, which lists of reviews and slots do many times over, so it is asked once a day.
 */
function getOffset(instant: number, timeZone: string): number {
  const zone = zones.get(timeZone) ?? makeZone(timeZone)
  const [day] = splitInstant(instant)
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
    ...{ timeZone, year: 'numeric', month: twoDigits, day: twoDigits },
    ...{ hour: twoDigits, minute: twoDigits, second: twoDigits, hourCycle: 'h23' },
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

/** Whether the runtime knows a zone by this name, such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
