import { minuteMs } from '#contract/kit/time/time.ts'
import { clockInZone, minuteOfDay } from '#contract/kit/time/zone.ts'
import { minutesADay } from '#contract/limits.ts'

/** What has its place between two instants (ISO). */
type Span = { startsAt: string; endsAt: string }

/** The hours of a day that are drawn, and how high one is in pixels. */
export type Hours = { from: number; to: number; height: number }

const defaultHours = { from: 8, to: 18 }
/** So high is the text of a block, and so many pixels an hour has at least and at most. */
const blockHeight = 40
const [least, most] = [64, 160]

/** The minutes of the day at which an instant (ISO) is, by the clock of a zone. */
export function getMinuteOfDay(instant: string, timeZone: string): number {
  return minuteOfDay(clockInZone(Date.parse(instant), timeZone))
}

/** How many minutes it takes. */
export function getDurationMinutes({ startsAt, endsAt }: Span): number {
  return (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs
}

/** The hours in which all slots have their place, so high that the shortest can be read. */
export function getHours(slots: Span[], timeZone: string): Hours {
  let { from, to } = defaultHours
  let shortest = 60
  for (const slot of slots) {
    const begins = getMinuteOfDay(slot.startsAt, timeZone)
    const minutes = getDurationMinutes(slot)
    from = Math.min(from, Math.floor(begins / 60))
    to = Math.max(to, Math.ceil(Math.min(begins + minutes, minutesADay) / 60))
    shortest = Math.min(shortest, minutes)
  }
  return { from, to, height: Math.min(Math.max(least, (blockHeight * 60) / shortest), most) }
}
