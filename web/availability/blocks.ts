import { type AvailabilityBlock, overlap } from '#contract/availability.ts'
import { toClock } from '#contract/kit/time/iso.ts'
import { minuteMs } from '#contract/kit/time/time.ts'
import { minuteOfDay } from '#contract/kit/time/zone.ts'
import { minutesADay } from '#contract/limits.ts'

/** What two blocks have in common that are the same but for their times. */
export type BlockSettings = Omit<AvailabilityBlock, 'weekday' | 'from' | 'to'>

/** A part of a day of the week, in minutes after its midnight. */
export type WeekSpan = { weekday: number; start: number; end: number }

/** When a block lies in the week. */
export function toSpan({ weekday, from, to }: AvailabilityBlock): WeekSpan {
  return { weekday, start: minuteOfDay(from), end: minuteOfDay(to) }
}

/** A block of a kind with these times. No clock shows 24:00: what lasts till then ends a minute before. */
export function makeBlock(
  { weekday, start, end }: WeekSpan,
  kind: BlockSettings,
): AvailabilityBlock {
  const { reviewTime, everyWeeks, since, until } = kind
  const clockAt = (minute: number) => toClock(Math.min(minute, minutesADay - 1) * minuteMs)
  return {
    ...{ weekday, from: clockAt(start), to: clockAt(end) },
    ...{ reviewTime, everyWeeks, since, until },
  }
}

/** What tells a block from the others, none of which overlaps it. */
export function getBlockKey({ weekday, from, since, everyWeeks }: AvailabilityBlock): string {
  return `${weekday} ${from} ${since} ${everyWeeks}`
}

/** By day, by time, and by the date on which they begin. */
export function sortBlocks(blocks: readonly AvailabilityBlock[]): AvailabilityBlock[] {
  const order = ({ weekday, from, since }: AvailabilityBlock) => `${weekday} ${from} ${since}`
  return blocks.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
}

/** Whether two blocks with these kinds could be one, seen from today on (YYYY-MM-DD). */
function isSameKind(one: BlockSettings, other: BlockSettings, today: string): boolean {
  const since = ({ everyWeeks, since }: BlockSettings) =>
    everyWeeks === 1 && since < today ? today : since
  return (
    one.reviewTime === other.reviewTime &&
    one.everyWeeks === other.everyWeeks &&
    one.until === other.until &&
    since(one) === since(other)
  )
}

/** The blocks with one more, which becomes one with those of its kind that it touches. */
export function addBlock(
  blocks: readonly AvailabilityBlock[],
  block: AvailabilityBlock,
  today: string,
): AvailabilityBlock[] {
  const span = toSpan(block)
  const joins = (other: AvailabilityBlock) => {
    const { weekday, start, end } = toSpan(other)
    const affected = weekday === span.weekday && start <= span.end && span.start <= end
    return affected && isSameKind(block, other, today)
  }
  const joined = [...blocks.filter(joins), block]
  const spans = joined.map(toSpan)
  const whole = {
    weekday: span.weekday,
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  }
  // The one that has been there longest says since when.
  const since = joined.map((one) => one.since).reduce((a, b) => (a < b ? a : b))
  return sortBlocks([
    ...blocks.filter((other) => !joins(other)),
    makeBlock(whole, { ...block, since }),
  ])
}

/** The blocks with as much of a span as none of another kind has, which is of this kind then. */
export function paintSpan(
  blocks: readonly AvailabilityBlock[],
  span: WeekSpan,
  kind: BlockSettings,
  today: string,
): AvailabilityBlock[] {
  const wanted = makeBlock(span, kind)
  const taken = blocks.filter((one) => overlap(one, wanted) && !isSameKind(one, kind, today))
  return subtractSpans(span, taken.map(toSpan)).reduce(
    (all, free) => addBlock(all, makeBlock(free, kind), today),
    [...blocks],
  )
}

/** What is left of a span beside others. */
function subtractSpans(span: WeekSpan, others: WeekSpan[]): WeekSpan[] {
  return others.reduce<WeekSpan[]>(
    (free, other) =>
      free
        .flatMap((part) => [
          { ...part, end: Math.min(part.end, other.start) },
          { ...part, start: Math.max(part.start, other.end) },
        ])
        .filter(({ start, end }) => start < end),
    [span],
  )
}

/** What came of putting a block somewhere: the blocks as they are then, or the one in its way. */
export type PlaceResult = { blocks: AvailabilityBlock[] } | { inItsWay: AvailabilityBlock }

/** Puts a block in the place of one that was there, or beside all. One of another kind is in its way. */
export function placeBlock(
  blocks: readonly AvailabilityBlock[],
  { was, is }: { was?: AvailabilityBlock | undefined; is: AvailabilityBlock },
  today: string,
): PlaceResult {
  const others = blocks.filter((one) => one !== was)
  const inItsWay = others.find((one) => overlap(one, is) && !isSameKind(one, is, today))
  return inItsWay ? { inItsWay } : { blocks: addBlock(others, is, today) }
}

/** What new times are where nobody has said anything else. */
export function makeDefaultBlock(today: string): AvailabilityBlock {
  return {
    ...{ weekday: 1, from: '09:00', to: '12:00' },
    ...{ reviewTime: 30, everyWeeks: 1, since: today, until: null },
  }
}
