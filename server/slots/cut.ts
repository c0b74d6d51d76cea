import { minuteMs } from '#contract/kit/time.ts'
import { instantAt } from '#contract/kit/zone.ts'

/** A span of time in ms since 1970: from `startsAt`, up to but not including `endsAt`. */
export type Span = { startsAt: number; endsAt: number }

/** A range of one day in wall-clock times, to be cut into slots of `reviewTime` minutes. */
export type WallRange = { date: string; timeStart: string; timeEnd: string; reviewTime: number }

/**
 * Cuts a range into the slots that fit in it whole (contract, section 4). They are counted in real
 * minutes: when the clock jumps ahead there are fewer of them, when it is put back there are more.
 * A range that begins or ends at a time that the clock jumps over is cut at the jump.
 */
export function cutIntoSlots(range: WallRange, timeZone: string): Span[] {
  const end = instantAt(range.date, range.timeEnd, timeZone)
  const length = range.reviewTime * minuteMs
  const slots: Span[] = []
  let startsAt = instantAt(range.date, range.timeStart, timeZone)
  for (; startsAt + length <= end; startsAt += length) {
    slots.push({ startsAt, endsAt: startsAt + length })
  }
  return slots
}

/** Those of some spans that overlap none of the taken ones, and none before them. */
export function withoutOverlap(spans: Span[], taken: Span[]): Span[] {
  const kept: Span[] = []
  for (const span of spans) {
    const meets = (other: Span) => other.startsAt < span.endsAt && span.startsAt < other.endsAt
    if (!taken.some(meets) && !kept.some(meets)) kept.push(span)
  }
  return kept
}
