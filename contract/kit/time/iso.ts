import { dayMs, minuteMs } from './durations.ts'

/** Formats an instant (ms since 1970) in UTC: 2026-03-02T09:00:00.000Z. */
export function toIsoInstant(instant: number): string {
  const [day, ms] = toDayAndMs(instant)
  const seconds = twoDigits(Math.floor(ms / 1_000) % 60)
  return `${toIsoDate(day)}T${toClockTime(ms)}:${seconds}.${String(ms % 1_000).padStart(3, '0')}Z`
}

/** Splits an instant into the UTC day, counted from 1 January 1970, and the ms since midnight. */
export function toDayAndMs(instant: number): [day: number, ms: number] {
  const day = Math.floor(instant / dayMs)
  return [day, instant - day * dayMs]
}

const dates = new Map<number, string>()
const datesKept = 5_000

/**
 * The date (YYYY-MM-DD) of a day counted from 1 January 1970. Cached, because `Date` takes a
 * microsecond and lists repeat the same few days.
 */
export function toIsoDate(day: number): string {
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(day * dayMs).toISOString().split('T')[0] ?? ''
    if (dates.size >= datesKept) dates.clear()
    dates.set(day, date)
  }
  return date
}

/** The time of day (HH:MM) at this many ms after midnight. */
export function toClockTime(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
