import { expect, test } from 'vitest'
import { fullDate, monthYear, relativeTime, weekdayMonthDay } from './dates.ts'

const berlin = 'Europe/Berlin'
const now = Date.parse('2026-03-02T21:00:00Z')
const away = (instant: string) => relativeTime(Date.parse(instant), now, berlin)

test('dates read as the specification writes them', () => {
  expect(fullDate('2024-01-05')).toBe('Fri Jan 5 2024')
  expect(weekdayMonthDay('2026-11-23')).toBe('Monday November 23')
  expect(monthYear('2026-11-01')).toBe('November 2026')
})

test('what is near is told in minutes and hours', () => {
  expect(away('2026-03-02T21:00:10Z')).toBe('now')
  expect(away('2026-03-02T21:20:00Z')).toBe('in 20 minutes')
  expect(away('2026-03-02T19:00:00Z')).toBe('2 hours ago')
})

test('what lies on another date is told in days of the school, however few hours away', () => {
  expect(away('2026-03-02T23:30:00Z')).toBe('tomorrow')
  expect(away('2026-03-04T08:00:00Z')).toBe('in 2 days')
  expect(away('2026-03-01T22:00:00Z')).toBe('yesterday')
})
