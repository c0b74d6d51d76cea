import { expect, test } from 'vitest'
import {
  addDays,
  clockInZone,
  dateInZone,
  daysBetween,
  minutesBetween,
  slotTimeInZone,
} from './zone.ts'

const beforeMidnightUtc = Date.parse('2026-03-01T23:30:00Z')

test.each([
  ['UTC', '2026-03-01', '23:30', '11:30 PM'],
  ['America/New_York', '2026-03-01', '18:30', '6:30 PM'],
  ['Asia/Kathmandu', '2026-03-02', '05:15', '5:15 AM'],
  ['Australia/Lord_Howe', '2026-03-02', '10:30', '10:30 AM'],
])('%s has its own date and clock', (zone, date, clock, slotTime) => {
  expect(dateInZone(beforeMidnightUtc, zone)).toBe(date)
  expect(clockInZone(beforeMidnightUtc, zone)).toBe(clock)
  expect(slotTimeInZone(beforeMidnightUtc, zone)).toBe(slotTime)
})

test('midnight and noon are twelve', () => {
  expect(slotTimeInZone(Date.parse('2026-03-01T00:05:00Z'), 'UTC')).toBe('12:05 AM')
  expect(slotTimeInZone(Date.parse('2026-03-01T12:05:00Z'), 'UTC')).toBe('12:05 PM')
})

test('days are counted by the calendar, over a leap day and a change of clocks', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2)
  expect(daysBetween('2026-03-09', '2026-03-07')).toBe(-2)
})

test('minutes between two times of a day', () => {
  expect(minutesBetween('09:05', '10:00')).toBe(55)
  expect(minutesBetween('10:00', '09:05')).toBe(-55)
})
