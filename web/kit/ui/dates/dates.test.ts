import { expect, test } from 'vitest'
import {
  formatDay,
  formatDayAndTime,
  formatFullDate,
  formatFullInstant,
  formatListDate,
  formatMonthYear,
  formatRelativeTime,
  formatRelativeTimeIfToday,
  formatShortDate,
  formatWeekdayMonthDay,
  getBrowserTimeZone,
  toMidSentence,
} from './dates.ts'
import { formatReviewDate } from './review-date.ts'

const berlin = 'Europe/Berlin'
const now = Date.parse('2026-03-02T21:00:00Z')
const away = (instant: string) => formatRelativeTimeIfToday(Date.parse(instant), now, berlin)
const said = (instant: string) => formatDayAndTime(Date.parse(instant), now, berlin)

test('dates have the specification’s formats where it asks for them', () => {
  expect(formatReviewDate('2024-01-05')).toBe('Fri Jan 5 2024')
  expect(formatWeekdayMonthDay('2026-11-23')).toBe('Monday November 23')
  expect(formatMonthYear('2026-11-01')).toBe('November 2026')
})

test('other dates have the day before the month, and the year if it differs', () => {
  expect(formatShortDate('2026-11-25')).toBe('Wed 25 Nov')
  expect(formatFullDate('2026-09-05')).toBe('Sat 5 Sep 2026')
  expect(formatDay('2026-11-25', '2026-11-22')).toBe('Wed 25 Nov')
  expect(formatDay('2027-01-04', '2026-12-30')).toBe('Mon 4 Jan 2027')
  expect(formatListDate('2026-12-31', '2026-12-30')).toBe('Thu 31 Dec')
  expect(formatListDate('2027-01-04', '2026-12-30')).toBe('Mon 4 Jan 2027')
})

test('yesterday, today and tomorrow have names, also around New Year', () => {
  expect(toMidSentence('Tomorrow, 10:00 AM')).toBe('tomorrow, 10:00 AM')
  expect(toMidSentence('Wed 25 Nov')).toBe('Wed 25 Nov')
  const on = (date: string) => formatDay(date, '2026-12-31')
  expect(['2026-12-30', '2026-12-31', '2027-01-01'].map(on)).toEqual([
    'Yesterday',
    'Today',
    'Tomorrow',
  ])
})

test('an instant’s day is the school’s, however few hours away', () => {
  expect(said('2026-03-02T22:30:00Z')).toBe('Today, 11:30 PM')
  expect(said('2026-03-02T23:30:00Z')).toBe('Tomorrow, 12:30 AM')
  expect(said('2026-03-04T08:00:00Z')).toBe('Wed 4 Mar, 9:00 AM')
  expect(said('2026-03-01T22:00:00Z')).toBe('Yesterday, 11:00 PM')
})

test('an instant today is also given in minutes and hours', () => {
  expect(away('2026-03-02T21:00:10Z')).toBe('now')
  expect(away('2026-03-02T21:20:00Z')).toBe('in 20 minutes')
  expect(away('2026-03-02T19:00:00Z')).toBe('2 hours ago')
  expect(away('2026-03-02T23:30:00Z')).toBeNull()
  expect(away('2026-03-01T22:00:00Z')).toBeNull()
})

test('other instants are given in days of the school, however few hours away', () => {
  const far = (instant: string) => formatRelativeTime(Date.parse(instant), now, berlin)
  expect(far('2026-03-02T23:30:00Z')).toBe('tomorrow')
  expect(far('2026-03-04T08:00:00Z')).toBe('in 2 days')
  expect(far('2026-03-01T22:00:00Z')).toBe('yesterday')
})

test('the full instant names the zone if the reader is in another one', () => {
  const instant = Date.parse('2026-03-04T08:00:00Z')
  expect(formatFullInstant(instant, berlin)).toMatch(/^Wed 4 Mar 2026, 9:00 AM/)
  const other = getBrowserTimeZone() === 'America/New_York' ? berlin : 'America/New_York'
  expect(formatFullInstant(instant, getBrowserTimeZone())).not.toContain('(')
  expect(formatFullInstant(instant, other)).toMatch(/ \([A-Za-z/ ]+\)$/)
  expect(formatFullInstant(instant, 'America/Porto_Velho')).toContain('(America/Porto Velho)')
})
