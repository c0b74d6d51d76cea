import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { makeSlotRangeSchema } from '#contract/slots/slot-range.ts'
import type { SlotRange } from '#contract/slots/slots.ts'
import { describeNewSlots as previewAt } from './describe-new-slots.ts'

const morning = { date: '2026-03-02', timeStart: '09:00', timeEnd: '12:00', reviewTime: 30 }
const RightRange = makeSlotRangeSchema(Date.parse('2026-03-02T08:00Z'), {
  timeZone: 'UTC',
  holidays: [],
})
const getPreview = (range: SlotRange, ...startTimes: string[]) =>
  previewAt(range, RightRange, 'UTC', startTimes.map(halfAnHourFrom))

function halfAnHourFrom(clock: string) {
  const startsAt = `2026-03-02T${clock}:00.000Z`
  return { startsAt, endsAt: new Date(Date.parse(startsAt) + 30 * minuteMs).toISOString() }
}

test('the preview shows how many slots a range becomes, and the rest', () => {
  expect(getPreview(morning)).toBe(
    'Creates 6 slots of 30 minutes, 9:00 AM to 12:00 PM on Mon 2 Mar.',
  )
  expect(getPreview({ ...morning, reviewTime: '50' })).toBe(
    'Creates 3 slots of 50 minutes, 9:00 AM to 12:00 PM on Mon 2 Mar, with 30 minutes left over.',
  )
  expect(getPreview({ ...morning, reviewTime: 100 })).toBe(
    'Creates 1 slot of 100 minutes, 9:00 AM to 12:00 PM on Mon 2 Mar, with 80 minutes left over.',
  )
})

test('the preview says how to get a single slot, whose range has to be longer than the review', () => {
  const single = { ...morning, timeEnd: '09:30' }
  expect(getPreview(single)).toBe(
    'For a single slot of 30 minutes, choose an ending time one minute later.',
  )
  expect(getPreview({ ...single, timeEnd: '09:31' })).toMatch(/^Creates 1 slot of 30 minutes/)
  expect(getPreview({ ...single, timeEnd: '09:29' })).toBeUndefined()
  expect(getPreview({ ...single, timeEnd: '09:00', reviewTime: 0 })).toBeUndefined()
})

test('the preview names existing slots in the way', () => {
  const refused = (them: string) =>
    `You already have ${them} in this range, so nothing can be added. Choose other times.`
  expect(getPreview(morning, '08:45')).toBe(refused('a slot'))
  expect(getPreview(morning, '09:00', '11:30', '12:00')).toBe(refused('2 slots'))
  expect(getPreview(morning, '08:30', '12:00')).toMatch(/^Creates 6 slots/)
  // The rest of the range may overlap.
  expect(getPreview({ ...morning, reviewTime: 50 }, '11:30')).toMatch(/^Creates 3 slots/)
})

test('an invalid range has no preview', () => {
  expect(getPreview({ ...morning, reviewTime: '' })).toBeUndefined()
  expect(getPreview({ ...morning, timeEnd: '08:00' })).toBeUndefined()
  expect(getPreview({ ...morning, date: '2026-03-01' })).toBeUndefined()
  expect(getPreview({ ...morning, reviewTime: 200 })).toBeUndefined()
})
