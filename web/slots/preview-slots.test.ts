import { expect, test } from 'vitest'
import { slotRangeSchema } from '#contract/slots/validate-range.ts'
import type { SlotRange } from '#contract/slots.ts'
import { previewSlots as previewAt } from './preview-slots.ts'

const morning = { date: '2026-03-02', timeStart: '09:00', timeEnd: '12:00', reviewTime: 30 }
const RightRange = slotRangeSchema(Date.parse('2026-03-02T08:00Z'), 'UTC')
const previewOf = (range: SlotRange) => previewAt(range, RightRange)

test('the form says how many slots a range makes, and what is left of it', () => {
  expect(previewOf(morning)).toBe('Makes 6 slots of 30 minutes, 9:00 AM to 12:00 PM on Mon 2 Mar.')
  expect(previewOf({ ...morning, reviewTime: '50' })).toBe(
    'Makes 3 slots of 50 minutes, 9:00 AM to 12:00 PM on Mon 2 Mar; the last 30 minutes stay free.',
  )
  expect(previewOf({ ...morning, reviewTime: 100 })).toBe(
    'Makes 1 slot of 100 minutes, 9:00 AM to 12:00 PM on Mon 2 Mar; the last 80 minutes stay free.',
  )
})

test('nothing is promised while the range is not right', () => {
  expect(previewOf({ ...morning, reviewTime: '' })).toBeUndefined()
  expect(previewOf({ ...morning, timeEnd: '08:00' })).toBeUndefined()
  expect(previewOf({ ...morning, date: '2026-03-01' })).toBeUndefined()
  expect(previewOf({ ...morning, reviewTime: 180 })).toBeUndefined()
})
