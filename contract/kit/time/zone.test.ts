import { expect, test } from 'vitest'
import {
  formatDayInZone,
  formatInstantInZones,
  formatSlotTime,
  getMonday,
  getWeekday,
  isTimeZone,
  minutesBetween,
} from './zone.ts'

test.each([
  ['12:00 AM', '00:00'],
  ['9:05 AM', '09:05'],
  ['12:30 PM', '12:30'],
  ['11:45 PM', '23:45'],
])('a slot at %s begins at %s', (slotTime, clock) => {
  expect(formatSlotTime(clock)).toBe(slotTime)
})

test('a day is the one in the zone', () => {
  expect(formatDayInZone(Date.parse('2026-11-25T23:30:00Z'), 'Europe/Berlin')).toBe('Thu 26 Nov')
  expect(formatDayInZone(Date.parse('2026-11-25T03:30:00Z'), 'America/New_York')).toBe('Tue 24 Nov')
})

test('an instant also shows the school’s day and time where they differ', () => {
  const said = (school: string, reader: string, instant = '2026-01-05T00:30:00Z') =>
    formatInstantInZones(Date.parse(instant), reader, school)
  expect(said('America/New_York', 'Asia/Tokyo')).toBe(
    'Mon 5 Jan, 9:30 AM (Asia/Tokyo), Sun 4 Jan, 7:30 PM at the school',
  )
  expect(said('Europe/London', 'Europe/Berlin')).toBe(
    'Mon 5 Jan, 1:30 AM (Europe/Berlin), 12:30 AM at the school',
  )
  expect(said('America/Toronto', 'America/New_York')).toBe('Sun 4 Jan, 7:30 PM (America/New York)')
})

test('weeks run from Monday to Sunday', () => {
  const days = ['1900-01-01', '2026-03-02', '2026-03-04', '2026-03-08']
  expect(days.map(getWeekday)).toEqual([1, 1, 3, 7])
  expect(days.map(getMonday)).toEqual(['1900-01-01', '2026-03-02', '2026-03-02', '2026-03-02'])
})

test('minutes are counted between two times of day', () => {
  expect(minutesBetween('09:05', '11:30')).toBe(145)
})

test('only time zone names are time zones', () => {
  expect(['Europe/Berlin', 'Europe/Nowhere', ''].map(isTimeZone)).toEqual([true, false, false])
})
