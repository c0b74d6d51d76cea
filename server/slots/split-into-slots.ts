import { minuteMs } from '#contract/kit/time/durations.ts'
import { getInstantAt } from '#contract/kit/time/zone.ts'

/** A time range in ms since 1970: from `startsAt` up to but not including `endsAt`. */
export type Span = { startsAt: number; endsAt: number }

/**
 * A range of one day in wall-clock times, to be split into slots of `reviewTime` minutes with
 * `buffer` minutes between them (none by default).
 */
export type WallRange = {
  date: string
  timeStart: string
  timeEnd: string
  reviewTime: number
  buffer?: number
}

/**
 * Splits a range into the slots that fit in it completely (contract, section 4). Slots are measured
 * in real minutes: there are fewer when the clock jumps ahead, and more when it is put back. If the
 * range begins or ends at a time that the clock skips, it is cut at the jump.
 */
export function splitIntoSlots(range: WallRange, timeZone: string): Span[] {
  const end = getInstantAt(range.date, range.timeEnd, timeZone)
  const length = range.reviewTime * minuteMs
  const apart = length + (range.buffer ?? 0) * minuteMs
  const slots: Span[] = []
  let startsAt = getInstantAt(range.date, range.timeStart, timeZone)
  for (; startsAt + length <= end; startsAt += apart) {
    slots.push({ startsAt, endsAt: startsAt + length })
  }
  return slots
}

/**
 * Keeps the ranges, by time, that are at least `apart` ms away from all taken ranges and from
 * earlier kept ones. The taken ranges must not overlap each other.
 */
export function filterNonOverlapping(spans: Span[], taken: Span[], apart = 0): Span[] {
  const byTime = (one: Span, other: Span) => one.startsAt - other.startsAt
  const inTheWay = taken.toSorted(byTime)
  const kept: Span[] = []
  let place = 0
  for (const span of spans.toSorted(byTime)) {
    const earliest = span.startsAt - apart
    while ((inTheWay[place]?.endsAt ?? Number.POSITIVE_INFINITY) <= earliest) place++
    const next = inTheWay[place]
    const isFree = !next || next.startsAt >= span.endsAt + apart
    if (isFree && (kept.at(-1)?.endsAt ?? 0) <= earliest) kept.push(span)
  }
  return kept
}
