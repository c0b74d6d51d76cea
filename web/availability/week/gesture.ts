import type { AvailabilityBlock } from '#contract/availability.ts'
import { minutesADay } from '#contract/limits.ts'
import { blockAt, type Kind, paint, place, type Span, toSpan } from '../blocks.ts'

/** The height of a row of the week, in minutes. */
export const grain = 30

/** A field of the week: a weekday, and the minute with which its row begins. */
export type Point = { weekday: number; minute: number }

/** What is being done to the week: from one field to another, both of them included. */
export type Gesture =
  | { does: 'paint'; from: Point; to: Point }
  | { does: 'move' | 'start' | 'end'; block: AvailabilityBlock; from: Point; to: Point }

/** The times that a gesture is about: those that it would fill, or where its block would be. */
export function getSpans(gesture: Gesture): Span[] {
  if (gesture.does === 'paint') return painted(gesture)
  const { block, from, to } = gesture
  const { weekday, start, end } = toSpan(block)
  if (gesture.does === 'start')
    return [{ weekday, start: Math.max(0, Math.min(to.minute, end - grain)), end }]
  if (gesture.does === 'end') {
    return [{ weekday, start, end: Math.min(minutesADay, Math.max(to.minute, start) + grain) }]
  }
  const moved = start + to.minute - from.minute
  const latest = minutesADay - (end - start)
  const begins = Math.max(0, Math.min(moved, latest))
  const on = Math.max(1, Math.min(7, weekday + to.weekday - from.weekday))
  return [{ weekday: on, start: begins, end: begins + end - start }]
}

function painted({ from, to }: { from: Point; to: Point }): Span[] {
  const [first, last] = [Math.min(from.weekday, to.weekday), Math.max(from.weekday, to.weekday)]
  const start = Math.min(from.minute, to.minute)
  const end = Math.max(from.minute, to.minute) + grain
  return Array.from({ length: last - first + 1 }, (_, day) => ({
    weekday: first + day,
    start,
    end,
  }))
}

type Week = { blocks: readonly AvailabilityBlock[]; kind: Kind; today: string }

/** What a gesture makes of the week; a block of another kind can be in its way. */
export function getOutcome(gesture: Gesture, { blocks, kind, today }: Week) {
  const spans = getSpans(gesture)
  if (gesture.does === 'paint') {
    return { blocks: spans.reduce((all, span) => paint(all, span, kind, today), [...blocks]) }
  }
  const [span] = spans
  const is = span ? blockAt(span, gesture.block) : gesture.block
  return place(blocks, { was: gesture.block, is }, today)
}

/** The block that has any of a field. */
export function blockOn(
  blocks: readonly AvailabilityBlock[],
  { weekday, minute }: Point,
): AvailabilityBlock | undefined {
  return blocks.find((block) => {
    const { start, end, ...on } = toSpan(block)
    return on.weekday === weekday && start < minute + grain && minute < end
  })
}

const beyond = {
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
} as const
type Arrow = keyof typeof beyond

/** Whether a key leads from one field to another. */
export function isArrow(key: string): key is Arrow {
  return key in beyond
}

/** The field an arrow leads to, within the days and hours shown. */
export function stepTo({ weekday, minute }: Point, arrow: Arrow): Point {
  const [days, rows] = beyond[arrow]
  return { weekday: weekday + days, minute: minute + rows * grain }
}

/**
 * What an arrow does with Shift to the block that a field stands in: up and down move the edge that
 * the field is at, and of a block of one field the one that lies that way; left and right move it to
 * another day.
 */
export function shifted(block: AvailabilityBlock, at: Point, arrow: Arrow): Gesture {
  const { start, end } = toSpan(block)
  const isFirst = at.minute <= start
  const isLast = at.minute + grain >= end
  const to = (minute: number) => ({ block, from: at, to: { ...at, minute } })
  if (arrow === 'ArrowDown') {
    return isFirst && !isLast
      ? { does: 'start', ...to(at.minute + grain) }
      : { does: 'end', ...to(Math.floor(end / grain) * grain) }
  }
  if (arrow === 'ArrowUp') {
    return isLast && !isFirst
      ? { does: 'end', ...to(at.minute - grain) }
      : { does: 'start', ...to(Math.ceil(start / grain) * grain - grain) }
  }
  return { does: 'move', block, from: at, to: stepTo(at, arrow) }
}

/** Beside which of the others each block is drawn that has its times on other dates. */
export function getLanes(blocks: readonly AvailabilityBlock[]) {
  return blocks.map((block, index) => {
    const besides = (other: AvailabilityBlock) => other === block || meet(block, other)
    return {
      block,
      lane: blocks.slice(0, index).filter(besides).length,
      lanes: blocks.filter(besides).length,
    }
  })
}

/** Whether two blocks have times in common, on whatever dates. */
function meet(one: AvailabilityBlock, other: AvailabilityBlock): boolean {
  return one.weekday === other.weekday && one.from < other.to && other.from < one.to
}
