import { minuteMs } from '#contract/kit/time/durations.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { OwnSlot } from '#contract/slots/slots.ts'
import { groupIntoRanges } from '#web/slots/ranges.ts'

/**
 * An item of the timeline: a review, a run of free slots, a slot whose review was marked early, or
 * a gap.
 */
export type TimelineItem =
  | { kind: 'review'; key: string; review: Review }
  | { kind: 'slots'; key: string; startsAt: string; endsAt: string; count: number }
  | { kind: 'held'; key: string; slot: OwnSlot }
  | { kind: 'gap'; key: string; minutes: number }

/**
 * The timeline of a day: reviews, slots from `now` (ms since 1970) on that are free or already
 * marked, and the gaps between them.
 */
export function toTimelineItems(reviews: Review[], slots: OwnSlot[], now: number): TimelineItem[] {
  const ends = new Map(slots.map(({ startsAt, endsAt }) => [startsAt, endsAt]))
  const ahead = slots.filter(({ startsAt }) => Date.parse(startsAt) > now)
  const free = ahead.filter(({ isBooked }) => !isBooked)
  const waited = new Set(reviews.map(({ startsAt }) => startsAt))
  const held = ahead.filter(({ isBooked, startsAt }) => isBooked && !waited.has(startsAt))
  const entries = [
    ...reviews.flatMap((review) => {
      const { _id, startsAt } = review
      if (startsAt === null) return []
      const on: TimelineItem = { kind: 'review', key: _id, review }
      return [{ startsAt, endsAt: ends.get(startsAt), on }]
    }),
    ...groupIntoRanges(free).map(({ startsAt, endsAt, slots: { length } }) => {
      const on: TimelineItem = { kind: 'slots', key: startsAt, startsAt, endsAt, count: length }
      return { startsAt, endsAt, on }
    }),
    ...held.map((slot) => {
      const { startsAt, endsAt } = slot
      const on: TimelineItem = { kind: 'held', key: startsAt, slot }
      return { startsAt, endsAt, on }
    }),
  ].toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))

  return entries.flatMap(({ startsAt, on }, index): TimelineItem[] => {
    const before = entries[index - 1]?.endsAt
    const minutes = before ? (Date.parse(startsAt) - Date.parse(before)) / minuteMs : 0
    return minutes > 0 ? [{ kind: 'gap', key: `until ${startsAt}`, minutes }, on] : [on]
  })
}

/** A number of minutes as text: '45 minutes', '1 hour', '2 hours 15 minutes'. */
export function formatHoursAndMinutes(minutes: number): string {
  const said = (count: number, unit: string) =>
    count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]
  return [...said(Math.floor(minutes / 60), 'hour'), ...said(minutes % 60, 'minute')].join(' ')
}
