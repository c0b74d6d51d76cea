import { expect, test } from 'vitest'
import type { AvailabilityBlock } from '#contract/availability/availability.ts'

import {
  applyGesture,
  findBlockAt,
  type Gesture,
  getGestureSpans,
  getLanes,
  makeShiftArrowGesture,
} from './gesture.ts'

const today = '2026-03-02'
const kind = { reviewTime: 30, everyWeeks: 1, since: today, until: null }
const block: AvailabilityBlock = { weekday: 2, from: '09:00', to: '11:00', ...kind }
const at = (weekday: number, hour: number) => ({ weekday, minute: hour * 60 })

test('painting over several days gives the same times on each, in any direction', () => {
  const gesture: Gesture = { does: 'paint', from: at(3, 11.5), to: at(1, 9) }
  expect(getGestureSpans(gesture)).toEqual(
    [1, 2, 3].map((weekday) => ({ weekday, start: 540, end: 720 })),
  )
  const outcome = applyGesture(gesture, { blocks: [], kind, today })
  expect('blocks' in outcome && outcome.blocks).toHaveLength(3)
})

test('a moved block keeps its length and stays within the week and day', () => {
  const moved = (to: { weekday: number; minute: number }) =>
    getGestureSpans({ does: 'move', block, from: at(2, 10), to })
  expect(moved(at(4, 12))).toEqual([{ weekday: 4, start: 660, end: 780 }])
  expect(moved(at(9, 23.5))).toEqual([{ weekday: 7, start: 1320, end: 1440 }])
  expect(moved(at(2, 0))).toEqual([{ weekday: 2, start: 0, end: 120 }])
})

test('Shift with an arrow moves the edge at the cursor', () => {
  const does = (hour: number, arrow: 'ArrowUp' | 'ArrowDown') =>
    getGestureSpans(makeShiftArrowGesture(block, at(2, hour), arrow)).map(({ start, end }) => [
      start / 60,
      end / 60,
    ])
  expect(does(9, 'ArrowUp')).toEqual([[8.5, 11]])
  expect(does(9, 'ArrowDown')).toEqual([[9.5, 11]])
  expect(does(10.5, 'ArrowDown')).toEqual([[9, 11.5]])
  expect(does(10.5, 'ArrowUp')).toEqual([[9, 10.5]])
  expect(does(10, 'ArrowDown')).toEqual([[9, 11.5]])
})

test('a block of one cell only grows', () => {
  const short = { ...block, to: '09:30' }
  const does = (arrow: 'ArrowUp' | 'ArrowDown') =>
    getGestureSpans(makeShiftArrowGesture(short, at(2, 9), arrow))
  expect(does('ArrowDown')).toEqual([{ weekday: 2, start: 540, end: 600 }])
  expect(does('ArrowUp')).toEqual([{ weekday: 2, start: 510, end: 570 }])
})

test('a cell belongs to the block that covers any part of it', () => {
  const odd = { ...block, from: '09:10', to: '09:50' }
  expect(findBlockAt([odd], at(2, 9))).toBe(odd)
  expect(findBlockAt([odd], at(2, 9.5))).toBe(odd)
  expect(findBlockAt([odd], at(2, 10))).toBeUndefined()
})

test('alternating blocks at the same times get lanes', () => {
  const [even, odd] = [block, { ...block, everyWeeks: 2, since: '2026-03-09' }]
  expect(getLanes([even, odd]).map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
  ])
})
