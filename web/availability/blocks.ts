import { clockOf } from '#contract/kit/iso.ts'
import { minuteMs } from '#contract/kit/time.ts'
import { addDays, daysBetween, minuteOfDay, weekdayOf } from '#contract/kit/zone.ts'
import { minutesADay } from '#contract/limits.ts'

/** Times of a week in which a reviewer takes reviews, in the school's zone. */
export type Block = {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  from: string
  to: string
  reviewTime: number
  everyWeeks: number
  since: string
  until: string | null
}

/** What two blocks have in common that are the same but for their times. */
export type Kind = Omit<Block, 'weekday' | 'from' | 'to'>

/** A part of a day of the week, in minutes after its midnight. */
export type Span = { weekday: number; start: number; end: number }

export function spanOf({ weekday, from, to }: Block): Span {
  return { weekday, start: minuteOfDay(from), end: minuteOfDay(to) }
}

/** A block of a kind with these times. No clock shows 24:00: what lasts till then ends a minute before. */
export function blockAt({ weekday, start, end }: Span, kind: Kind): Block {
  const { reviewTime, everyWeeks, since, until } = kind
  const clockAt = (minute: number) => clockOf(Math.min(minute, minutesADay - 1) * minuteMs)
  return {
    ...{ weekday, from: clockAt(start), to: clockAt(end) },
    ...{ reviewTime, everyWeeks, since, until },
  }
}

/** What tells a block from the others, none of which overlaps it. */
export function keyOf({ weekday, from, since, everyWeeks }: Block): string {
  return `${weekday} ${from} ${since} ${everyWeeks}`
}

/** By day, by time, and by the date on which they begin. */
export function inOrder(blocks: readonly Block[]): Block[] {
  const order = ({ weekday, from, since }: Block) => `${weekday} ${from} ${since}`
  return blocks.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
}

/** Whether two blocks ever stand on one date at one time. */
export function overlap(one: Block, other: Block): boolean {
  return haveTimesInCommon(spanOf(one), spanOf(other)) && haveADateInCommon(one, other)
}

function haveTimesInCommon(one: Span, other: Span): boolean {
  return one.weekday === other.weekday && one.start < other.end && other.start < one.end
}

/** Whether two blocks of one weekday have a date in common. */
function haveADateInCommon(one: Block, other: Block): boolean {
  const byFirst = [one, other].map((block) => ({ ...block, first: firstDateOf(block) }))
  const [early, late] = byFirst.toSorted((a, b) => (a.first < b.first ? -1 : 1))
  if (!early || !late) return false
  // In as many weeks of the one as the other has between its own, every pair of them has come about.
  for (let turn = 0; turn < early.everyWeeks; turn++) {
    const date = addDays(late.first, 7 * late.everyWeeks * turn)
    if ([early, late].some(({ until }) => until !== null && date > until)) return false
    if (daysBetween(early.first, date) % (7 * early.everyWeeks) === 0) return true
  }
  return false
}

function firstDateOf({ weekday, since }: Block): string {
  return addDays(since, (weekday - weekdayOf(since) + 7) % 7)
}

/** Whether two blocks with these kinds could be one, seen from today on (YYYY-MM-DD). */
export function isSameKind(one: Kind, other: Kind, today: string): boolean {
  const since = ({ everyWeeks, since }: Kind) => (everyWeeks === 1 && since < today ? today : since)
  return (
    one.reviewTime === other.reviewTime &&
    one.everyWeeks === other.everyWeeks &&
    one.until === other.until &&
    since(one) === since(other)
  )
}

/** The blocks with one more, which becomes one with those of its kind that it touches. */
export function add(blocks: readonly Block[], block: Block, today: string): Block[] {
  const span = spanOf(block)
  const joins = (other: Block) => {
    const { weekday, start, end } = spanOf(other)
    const touches = weekday === span.weekday && start <= span.end && span.start <= end
    return touches && isSameKind(block, other, today)
  }
  const joined = [...blocks.filter(joins), block]
  const spans = joined.map(spanOf)
  const whole = {
    weekday: span.weekday,
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  }
  // The one that has been there longest says since when.
  const since = joined.map((one) => one.since).reduce((a, b) => (a < b ? a : b))
  return inOrder([...blocks.filter((other) => !joins(other)), blockAt(whole, { ...block, since })])
}

/** The blocks with as much of a span as none of another kind has, which is of this kind then. */
export function paint(blocks: readonly Block[], span: Span, kind: Kind, today: string): Block[] {
  const wanted = blockAt(span, kind)
  const taken = blocks.filter((one) => overlap(one, wanted) && !isSameKind(one, kind, today))
  return freeOf(span, taken.map(spanOf)).reduce(
    (all, free) => add(all, blockAt(free, kind), today),
    [...blocks],
  )
}

/** What is left of a span beside others. */
function freeOf(span: Span, others: Span[]): Span[] {
  return others.reduce<Span[]>(
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
export type Placed = { blocks: Block[] } | { inItsWay: Block }

/** Puts a block in the place of one that was there, or beside all. One of another kind is in its way. */
export function place(
  blocks: readonly Block[],
  { was, is }: { was?: Block | undefined; is: Block },
  today: string,
): Placed {
  const others = blocks.filter((one) => one !== was)
  const inItsWay = others.find((one) => overlap(one, is) && !isSameKind(one, is, today))
  return inItsWay ? { inItsWay } : { blocks: add(others, is, today) }
}
