import { minuteMs } from '#contract/kit/time/durations.ts'
import { getClockTimeInZone, minuteOfDay } from '#contract/kit/time/zone.ts'
import { minutesPerDay } from '#contract/limits/limits.ts'

/** A range between two instants (ISO). */
type Span = { startsAt: string; endsAt: string }

/** The visible hours of a day, and the height of an hour in pixels. */
export type Hours = { from: number; to: number; height: number }

const defaultHours = { from: 8, to: 18 }
/** The minimal height of a block, and the bounds for an hour's height, in pixels. */
const blockHeight = 40
const [least, most] = [64, 160]

/** The minute of the day of an instant (ISO) in a time zone. */
export function getMinuteOfDay(instant: string, timeZone: string): number {
  return minuteOfDay(getClockTimeInZone(Date.parse(instant), timeZone))
}

/** The length in minutes. */
export function getDurationMinutes({ startsAt, endsAt }: Span): number {
  return (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs
}

/** The hours that contain all slots, high enough for the shortest slot to be readable. */
export function getHours(slots: Span[], timeZone: string): Hours {
  let { from, to } = defaultHours
  let shortest = 60
  for (const slot of slots) {
    const begins = getMinuteOfDay(slot.startsAt, timeZone)
    const minutes = getDurationMinutes(slot)
    from = Math.min(from, Math.floor(begins / 60))
    to = Math.max(to, Math.ceil(Math.min(begins + minutes, minutesPerDay) / 60))
    shortest = Math.min(shortest, minutes)
  }
  return { from, to, height: Math.min(Math.max(least, (blockHeight * 60) / shortest), most) }
}
