import { expect, test } from 'vitest'
import { formatSlot, formatSlotRelative } from './format.ts'

test('a slot is formatted with its date, or with a relative day', () => {
  const slot = { date: '2026-11-25', slot_time: '10:00 AM' }
  expect(formatSlot(slot)).toBe('Wed 25 Nov, 10:00 AM')
  expect(formatSlotRelative(slot, '2026-11-25')).toBe('today, 10:00 AM')
  expect(formatSlotRelative(slot, '2026-11-24')).toBe('tomorrow, 10:00 AM')
  expect(formatSlotRelative(slot, '2026-11-23')).toBe('Wed 25 Nov, 10:00 AM')
})
