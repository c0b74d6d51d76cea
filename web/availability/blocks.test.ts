import { expect, test } from 'vitest'
import type { AvailabilityBlock } from '#contract/availability/availability.ts'
import { addBlock, addOrReplaceBlock, fillSpan } from './blocks.ts'

/** A Monday. */
const today = '2026-03-02'
const weekly = { reviewTime: 30, everyWeeks: 1, since: today, until: null }

const block = (
  from: string,
  to: string,
  more: Partial<AvailabilityBlock> = {},
): AvailabilityBlock => ({
  weekday: 1,
  from,
  to,
  ...weekly,
  ...more,
})
const timesOf = (blocks: AvailabilityBlock[]) =>
  blocks.map(({ weekday, from, to }) => `${weekday} ${from} ${to}`)
const span = (start: number, end: number) => ({ weekday: 1, start: start * 60, end: end * 60 })

test('painting next to or over a block with equal settings extends it', () => {
  const morning = [block('09:00', '10:00', { since: '2025-09-01' })]
  const longer = fillSpan(morning, span(10, 12), weekly, today)
  expect(timesOf(longer)).toEqual(['1 09:00 12:00'])
  expect(longer[0]?.since).toBe('2025-09-01')
  expect(timesOf(fillSpan(morning, span(8, 11), weekly, today))).toEqual(['1 08:00 11:00'])
  expect(timesOf(fillSpan(morning, span(11, 12), weekly, today))).toEqual([
    '1 09:00 10:00',
    '1 11:00 12:00',
  ])
})

test('painting between two blocks with equal settings joins them', () => {
  const two = [block('09:00', '10:00'), block('11:00', '12:00')]
  expect(timesOf(fillSpan(two, span(10, 11), weekly, today))).toEqual(['1 09:00 12:00'])
})

test('painting over a block with other settings leaves it as it is', () => {
  const long = [block('10:00', '11:00', { reviewTime: 60 })]
  expect(timesOf(fillSpan(long, span(9, 12), weekly, today))).toEqual([
    '1 09:00 10:00',
    '1 10:00 11:00',
    '1 11:00 12:00',
  ])
  expect(fillSpan(long, span(10, 11), weekly, today)).toEqual(long)
})

test('biweekly blocks are merged only if they start on the same date', () => {
  const fortnightly = block('09:00', '10:00', { everyWeeks: 2, since: '2026-02-23' })
  const beside = block('10:00', '11:00', { everyWeeks: 2 })
  expect(addBlock([fortnightly], beside, today)).toHaveLength(2)
  expect(addBlock([beside], block('09:00', '10:00', { everyWeeks: 2 }), today)).toHaveLength(1)
})

test('a block painted to the end of the day ends at 23:59', () => {
  expect(timesOf(fillSpan([], span(22, 24), weekly, today))).toEqual(['1 22:00 23:59'])
})

test('a block can be replaced unless one with other settings is in the way', () => {
  const [morning, long] = [block('09:00', '10:00'), block('11:00', '12:00', { reviewTime: 60 })]
  const blocks = [morning, long]
  const put = (from: string, to: string) =>
    addOrReplaceBlock(blocks, { was: morning, is: block(from, to) }, today)
  expect(put('09:00', '11:00')).toEqual({ blocks: [block('09:00', '11:00'), long] })
  expect(put('09:00', '11:30')).toEqual({ inItsWay: long })
})
