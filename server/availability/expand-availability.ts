import {
  type Availability,
  type AvailabilityBlock,
  isBlockOnDate,
} from '#contract/availability/availability.ts'
import { addDays, getInstantAt } from '#contract/kit/time/zone.ts'
import { type Span, splitIntoSlots } from '#server/slots/split-into-slots.ts'

/** A range of dates, both included. */
type Days = { from: string; to: string }

export type WeeklyAvailability = Pick<Availability, 'blocks' | 'buffer'> & {
  away: Days[]
  /** The times of slots that were removed by hand. */
  removed: readonly Span[]
}

/**
 * The slots of an availability on a number of days from a date on, by the clock of a zone. A block
 * that begins or ends at a skipped time is cut at the jump, like a range added by hand.
 */
export function expandAvailability(
  wantedRange: WeeklyAvailability,
  first: string,
  days: number,
  timeZone: string,
): Span[] {
  const dates = Array.from({ length: days }, (_, day) => addDays(first, day))
  return dates
    .filter((date) => !wantedRange.away.some(({ from, to }) => from <= date && date <= to))
    .flatMap((date) =>
      wantedRange.blocks.filter((block) => isBlockOnDate(block, date)).map(rangeOn(date)),
    )
    .flatMap((range) => splitIntoSlots({ ...range, buffer: wantedRange.buffer }, timeZone))
    .filter((slot) => !wantedRange.removed.some((one) => overlaps(slot, one)))
}

const overlaps = (one: Span, other: Span) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

const rangeOn =
  (date: string) =>
  ({ from, to, reviewTime }: AvailabilityBlock) => ({
    date,
    timeStart: from,
    timeEnd: to,
    reviewTime,
  })

/** Whether a slot on a date lies within a block of the availability. */
export function isWithinAvailability(
  { startsAt, endsAt }: Span,
  { blocks }: Pick<Availability, 'blocks'>,
  { date, timeZone }: { date: string; timeZone: string },
): boolean {
  return blocks.some(
    (block) =>
      isBlockOnDate(block, date) &&
      getInstantAt(date, block.from, timeZone) <= startsAt &&
      endsAt <= getInstantAt(date, block.to, timeZone),
  )
}
