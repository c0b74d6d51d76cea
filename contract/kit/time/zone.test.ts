import { expect, test } from 'vitest'
import { toSlotTime } from './zone.ts'

test.each([
  ['12:00 AM', '00:00'],
  ['9:05 AM', '09:05'],
  ['12:30 PM', '12:30'],
  ['11:45 PM', '23:45'],
])('a slot at %s begins when the clock shows %s', (slotTime, clock) => {
  expect(toSlotTime(clock)).toBe(slotTime)
})
