import type { AvailabilityBlock } from '#contract/availability/availability.ts'
import { minutesPerDay } from '#contract/limits/limits.ts'
import {
  addOrReplaceBlock,
  type BlockSettings,
  fillSpan,
  makeBlock,
  toSpan,
  type WeekSpan,
} from '../blocks.ts'

export const rowMinutes = 30

/** A cell of the week grid: a weekday, and the minute at which its row starts. */
export type WeekCell = { weekday: number; minute: number }

/** A change in progress, from one cell to another, inclusive. */
export type Gesture =
  | { does: 'paint'; from: WeekCell; to: WeekCell }
  | { does: 'move' | 'start' | 'end'; block: AvailabilityBlock; from: WeekCell; to: WeekCell }

/** The spans that a gesture would fill, or to which it would move its block. */
export function getGestureSpans(gesture: Gesture): WeekSpan[] {
  if (gesture.does === 'paint') return getPaintedSpans(gesture)
  const { block, from, to } = gesture
  const { weekday, start, end } = toSpan(block)
  if (gesture.does === 'start')
    return [{ weekday, start: Math.max(0, Math.min(to.minute, end - rowMinutes)), end }]
  if (gesture.does === 'end') {
    return [
      { weekday, start, end: Math.min(minutesPerDay, Math.max(to.minute, start) + rowMinutes) },
    ]
  }
  const moved = start + to.minute - from.minute
  const latest = minutesPerDay - (end - start)
  const begins = Math.max(0, Math.min(moved, latest))
  const on = Math.max(1, Math.min(7, weekday + to.weekday - from.weekday))
  return [{ weekday: on, start: begins, end: begins + end - start }]
}

function getPaintedSpans({ from, to }: { from: WeekCell; to: WeekCell }): WeekSpan[] {
  const [first, last] = [Math.min(from.weekday, to.weekday), Math.max(from.weekday, to.weekday)]
  const start = Math.min(from.minute, to.minute)
  const end = Math.max(from.minute, to.minute) + rowMinutes
  return Array.from({ length: last - first + 1 }, (_, day) => ({
    weekday: first + day,
    start,
    end,
  }))
}

type Week = { blocks: readonly AvailabilityBlock[]; kind: BlockSettings; today: string }

/** The blocks after a gesture, or the block that is in its way. */
export function applyGesture(gesture: Gesture, { blocks, kind, today }: Week) {
  const spans = getGestureSpans(gesture)
  if (gesture.does === 'paint') {
    return { blocks: spans.reduce((all, span) => fillSpan(all, span, kind, today), [...blocks]) }
  }
  const [span] = spans
  const is = span ? makeBlock(span, gesture.block) : gesture.block
  return addOrReplaceBlock(blocks, { was: gesture.block, is }, today)
}

/** The block that covers any part of a cell. */
export function findBlockAt(
  blocks: readonly AvailabilityBlock[],
  { weekday, minute }: WeekCell,
): AvailabilityBlock | undefined {
  return blocks.find((block) => {
    const { start, end, ...on } = toSpan(block)
    return on.weekday === weekday && start < minute + rowMinutes && minute < end
  })
}

const arrowSteps = {
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
} as const
type Arrow = keyof typeof arrowSteps

/** Whether a key is an arrow key. */
export function isArrowKey(key: string): key is Arrow {
  return key in arrowSteps
}

/** The next cell in the direction of an arrow key. */
export function moveByArrow({ weekday, minute }: WeekCell, arrow: Arrow): WeekCell {
  const [days, rows] = arrowSteps[arrow]
  return { weekday: weekday + days, minute: minute + rows * rowMinutes }
}

/**
 * The gesture of Shift with an arrow on a block. Up and down move the edge at the cell (of a block
 * of one cell the edge on that side); left and right move the block to another day.
 */
export function makeShiftArrowGesture(
  block: AvailabilityBlock,
  at: WeekCell,
  arrow: Arrow,
): Gesture {
  const { start, end } = toSpan(block)
  const isFirst = at.minute <= start
  const isLast = at.minute + rowMinutes >= end
  const to = (minute: number) => ({ block, from: at, to: { ...at, minute } })
  if (arrow === 'ArrowDown') {
    return isFirst && !isLast
      ? { does: 'start', ...to(at.minute + rowMinutes) }
      : { does: 'end', ...to(Math.floor(end / rowMinutes) * rowMinutes) }
  }
  if (arrow === 'ArrowUp') {
    return isLast && !isFirst
      ? { does: 'end', ...to(at.minute - rowMinutes) }
      : { does: 'start', ...to(Math.ceil(start / rowMinutes) * rowMinutes - rowMinutes) }
  }
  return { does: 'move', block, from: at, to: moveByArrow(at, arrow) }
}

/** The lane of each block among those that overlap it on other dates. */
export function getLanes(blocks: readonly AvailabilityBlock[]) {
  return blocks.map((block, index) => {
    const besides = (other: AvailabilityBlock) => other === block || timesOverlap(block, other)
    return {
      block,
      lane: blocks.slice(0, index).filter(besides).length,
      lanes: blocks.filter(besides).length,
    }
  })
}

/** Whether the times of two blocks overlap, whatever their dates. */
function timesOverlap(one: AvailabilityBlock, other: AvailabilityBlock): boolean {
  return one.weekday === other.weekday && one.from < other.to && other.from < one.to
}
