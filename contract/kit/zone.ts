const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The date in a zone at an instant (ms since 1970), as YYYY-MM-DD. */
export function dateInZone(instant: number, timeZone: string): string {
  const part = partsInZone(instant, timeZone)
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The wall clock in a zone at an instant, as HH:MM. */
export function clockInZone(instant: number, timeZone: string): string {
  const part = partsInZone(instant, timeZone)
  return `${part('hour')}:${part('minute')}`
}

/** The wall clock as slots show it: 9:30 AM. */
export function slotTimeInZone(instant: number, timeZone: string): string {
  return slotTimeOf(clockInZone(instant, timeZone))
}

/** A wall-clock time (HH:MM) as slots show it: 9:30 AM. */
export function slotTimeOf(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
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
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Whole days from one calendar date to another; below zero when `to` comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** Minutes from one wall-clock time (HH:MM) to another on the same day. */
export function minutesBetween(from: string, to: string): number {
  return minuteOfDay(to) - minuteOfDay(from)
}

function minuteOfDay(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsInZone(instant: number, timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(instant)
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
}
