import { expect, test } from 'vitest'
import type { AvailabilityBlock } from '#contract/availability.ts'
import { addBlock, paintSpan, placeBlock } from './blocks.ts'

/** A Monday. */
const today = '2026-03-02'
const weekly = { reviewTime: 30, everyWeeks: 1, since: today, until: null }

const block = (
  from: string,
  to: string,
  more: Partial<AvailabilityBlock> = {},
): AvailabilityBlock => ({
  ...{ weekday: 1, from, to, ...weekly },
  ...more,
})
const timesOf = (blocks: AvailabilityBlock[]) =>
  blocks.map(({ weekday, from, to }) => `${weekday} ${from} ${to}`)
const span = (start: number, end: number) => ({ weekday: 1, start: start * 60, end: end * 60 })

test('what is painted beside a block of its kind, or over it, becomes one with it', () => {
  const morning = [block('09:00', '10:00', { since: '2025-09-01' })]
  const longer = paintSpan(morning, span(10, 12), weekly, today)
  expect(timesOf(longer)).toEqual(['1 09:00 12:00'])
  expect(longer[0]?.since).toBe('2025-09-01')
  expect(timesOf(paintSpan(morning, span(8, 11), weekly, today))).toEqual(['1 08:00 11:00'])
  expect(timesOf(paintSpan(morning, span(11, 12), weekly, today))).toEqual([
    '1 09:00 10:00',
    '1 11:00 12:00',
  ])
})

test('what is painted between two blocks of its kind joins them', () => {
  const two = [block('09:00', '10:00'), block('11:00', '12:00')]
  expect(timesOf(paintSpan(two, span(10, 11), weekly, today))).toEqual(['1 09:00 12:00'])
})

test('what is painted over a block of another kind goes around it', () => {
  const long = [block('10:00', '11:00', { reviewTime: 60 })]
  expect(timesOf(paintSpan(long, span(9, 12), weekly, today))).toEqual([
    '1 09:00 10:00',
    '1 10:00 11:00',
    '1 11:00 12:00',
  ])
  expect(paintSpan(long, span(10, 11), weekly, today)).toEqual(long)
})

test('blocks of every other week are one only if they begin on the same date', () => {
  const fortnightly = block('09:00', '10:00', { everyWeeks: 2, since: '2026-02-23' })
  const beside = block('10:00', '11:00', { everyWeeks: 2 })
  expect(addBlock([fortnightly], beside, today)).toHaveLength(2)
  expect(addBlock([beside], block('09:00', '10:00', { everyWeeks: 2 }), today)).toHaveLength(1)
})

test('a day that is painted to its end ends a minute before midnight', () => {
  expect(timesOf(paintSpan([], span(22, 24), weekly, today))).toEqual(['1 22:00 23:59'])
})

test('a block is put in the place of another, unless one of another kind is in its way', () => {
  const [morning, long] = [block('09:00', '10:00'), block('11:00', '12:00', { reviewTime: 60 })]
  const blocks = [morning, long]
  const put = (from: string, to: string) =>
    placeBlock(blocks, { was: morning, is: block(from, to) }, today)
  expect(put('09:00', '11:00')).toEqual({ blocks: [block('09:00', '11:00'), long] })
  expect(put('09:00', '11:30')).toEqual({ inItsWay: long })
})
