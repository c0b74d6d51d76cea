import { dayMs, minuteMs } from './durations.ts'

/** An instant (ms since 1970) as ISO 8601 writes it in UTC: 2026-03-02T09:00:00.000Z. */
export function toIsoInstant(instant: number): string {
  const [day, ms] = splitInstant(instant)
  const seconds = twoDigits(Math.floor(ms / 1_000) % 60)
  return `${toDate(day)}T${toClockTime(ms)}:${seconds}.${String(ms % 1_000).padStart(3, '0')}Z`
}

/** The day of an instant, counted from 1 January 1970 in UTC, and the ms since it began. */
export function splitInstant(instant: number): [day: number, ms: number] {
  const day = Math.floor(instant / dayMs)
  return [day, instant - day * dayMs]
}

const dates = new Map<number, string>()
const datesKept = 5_000

/**
 * The date (YYYY-MM-DD) of a day counted from 1 January 1970. `Date` takes a microsecond for it,
 * and lists of reviews name the same few days over and over.
 */
export function toDate(day: number): string {
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(day * dayMs).toISOString().split('T')[0] ?? ''
    if (dates.size >= datesKept) dates.clear()
    dates.set(day, date)
  }
  return date
}

/** The time of day (HH:MM) so many ms after midnight. */
export function toClockTime(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
