import { minuteMs } from '#server/kit/clock.ts'

/** A span of time in ms since 1970: from `startsAt`, up to but not including `endsAt`. */
export type Span = { startsAt: number; endsAt: number }

/** A range of one day in wall-clock times, to be cut into slots of `reviewTime` minutes. */
export type WallRange = { date: string; timeStart: string; timeEnd: string; reviewTime: number }

/**
 * Cuts a range into the slots that fit in it whole (contract, section 4). They are counted in real
 * minutes: when the clock jumps ahead there are fewer of them, when it is put back there are more.
 */
export function cutIntoSlots(range: WallRange, timeZone: string): Span[] {
  const end = instantOf(range.date, range.timeEnd, timeZone)
  const length = range.reviewTime * minuteMs
  const slots: Span[] = []
  let startsAt = instantOf(range.date, range.timeStart, timeZone)
  for (; startsAt + length <= end; startsAt += length) {
    slots.push({ startsAt, endsAt: startsAt + length })
  }
  return slots
}

/**
 * The instant of a wall-clock time: the first one if the clock shows it twice, and the moment of
 * the jump if the clock jumps over it.
 */
function instantOf(date: string, clock: string, timeZone: string): number {
  const wall = Temporal.PlainDateTime.from(`${date}T${clock}`)
  const shown = wall.toZonedDateTime(timeZone)
  if (shown.toPlainDateTime().equals(wall)) return shown.epochMilliseconds
  const before = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return (before.getTimeZoneTransition('next') ?? shown).epochMilliseconds
}
