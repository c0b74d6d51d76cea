import { type AvailabilityBlock, blocksOverlap } from '#contract/availability/availability.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { toClockTime } from '#contract/kit/time/iso.ts'
import { minuteOfDay } from '#contract/kit/time/zone.ts'
import { minutesPerDay } from '#contract/limits/limits.ts'

/** The settings of a block other than its times. Only blocks with equal settings are merged. */
export type BlockSettings = Omit<AvailabilityBlock, 'weekday' | 'from' | 'to'>

/** A range within a day of the week, in minutes since midnight. */
export type WeekSpan = { weekday: number; start: number; end: number }

/** The day and times of a block. */
export function toSpan({ weekday, from, to }: AvailabilityBlock): WeekSpan {
  return { weekday, start: minuteOfDay(from), end: minuteOfDay(to) }
}

/** A block with these times and settings. A time input has no 24:00, so that becomes 23:59. */
export function makeBlock(
  { weekday, start, end }: WeekSpan,
  kind: BlockSettings,
): AvailabilityBlock {
  const { reviewTime, everyWeeks, since, until } = kind
  const clockAt = (minute: number) => toClockTime(Math.min(minute, minutesPerDay - 1) * minuteMs)
  return {
    weekday,
    from: clockAt(start),
    to: clockAt(end),
    reviewTime,
    everyWeeks,
    since,
    until,
  }
}

/** A key that is unique among blocks that do not overlap. */
export function getBlockKey({ weekday, from, since, everyWeeks }: AvailabilityBlock): string {
  return `${weekday} ${from} ${since} ${everyWeeks}`
}

/** Whether two blocks have the same times and settings. */
export function isSameBlock(one: AvailabilityBlock, other: AvailabilityBlock): boolean {
  return (
    getBlockKey(one) === getBlockKey(other) &&
    one.to === other.to &&
    one.reviewTime === other.reviewTime &&
    one.until === other.until
  )
}

/** Sorts blocks by day, by time, then by first date. */
export function sortBlocks(blocks: readonly AvailabilityBlock[]): AvailabilityBlock[] {
  const order = ({ weekday, from, since }: AvailabilityBlock) => `${weekday} ${from} ${since}`
  return blocks.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
}

/** Whether blocks with these settings may be merged, as of today (YYYY-MM-DD). */
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

/** Adds a block, merging it with equal blocks that it overlaps or adjoins. */
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
  // The merged block starts with the earliest one.
  const since = joined.map((one) => one.since).reduce((a, b) => (a < b ? a : b))
  return sortBlocks([
    ...blocks.filter((other) => !joins(other)),
    makeBlock(whole, { ...block, since }),
  ])
}

/** Fills the parts of a span that no other block covers with these settings. */
export function fillSpan(
  blocks: readonly AvailabilityBlock[],
  span: WeekSpan,
  kind: BlockSettings,
  today: string,
): AvailabilityBlock[] {
  const wanted = makeBlock(span, kind)
  const taken = blocks.filter((one) => blocksOverlap(one, wanted) && !isSameKind(one, kind, today))
  return subtractSpans(span, taken.map(toSpan)).reduce(
    (all, free) => addBlock(all, makeBlock(free, kind), today),
    [...blocks],
  )
}

/** The parts of a span that the others leave free. */
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

/** The result of placing a block: the new blocks, or the block that is in the way. */
export type PlaceResult = { blocks: AvailabilityBlock[] } | { inItsWay: AvailabilityBlock }

/** Adds a block, or replaces `was` by it. Fails if it overlaps a block with other settings. */
export function addOrReplaceBlock(
  blocks: readonly AvailabilityBlock[],
  { was, is }: { was?: AvailabilityBlock | undefined; is: AvailabilityBlock },
  today: string,
): PlaceResult {
  const others = blocks.filter((one) => one !== was)
  const inItsWay = others.find((one) => blocksOverlap(one, is) && !isSameKind(one, is, today))
  return inItsWay ? { inItsWay } : { blocks: addBlock(others, is, today) }
}

/** The initial values of a new block. */
export function makeDefaultBlock(today: string): AvailabilityBlock {
  return {
    weekday: 1,
    from: '09:00',
    to: '12:00',
    reviewTime: 30,
    everyWeeks: 1,
    since: today,
    until: null,
  }
}
