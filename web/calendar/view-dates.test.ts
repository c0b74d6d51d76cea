import { expect, test } from 'vitest'
import { addMonth, formatViewTitle, getViewDates, stepDate } from './view-dates.ts'

test('a week starts on Monday, and a month view on the Monday on or before the first', () => {
  const week = getViewDates('week', '2026-03-04')
  expect([week[0], week.at(-1), week.length]).toEqual(['2026-03-02', '2026-03-08', 7])
  expect(getViewDates('week', '2026-03-08')).toEqual(week)
  const month = getViewDates('month', '2026-03-04')
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-02-23', '2026-04-05', 42])
  expect(getViewDates('month', '2027-02-10')).toHaveLength(28)
  expect(getViewDates('day', '2026-03-04')).toEqual(['2026-03-04'])
})

test('a step is one view long, and ends on the last day of a shorter month', () => {
  expect(stepDate('day', '2026-03-01', -1)).toBe('2026-02-28')
  expect(stepDate('week', '2026-12-30', 1)).toBe('2027-01-06')
  expect(stepDate('month', '2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonth('2026-01-05', -1)).toBe('2025-12-05')
})

test('the title of a view is readable', () => {
  expect(formatViewTitle('day', '2026-03-04')).toBe('Wed 4 Mar 2026')
  expect(formatViewTitle('week', '2026-03-04')).toBe('2 to 8 Mar 2026')
  expect(formatViewTitle('week', '2026-03-31')).toBe('30 Mar to 5 Apr 2026')
  expect(formatViewTitle('week', '2026-01-01')).toBe('29 Dec 2025 to 4 Jan 2026')
  expect(formatViewTitle('month', '2026-03-04')).toBe('March 2026')
})
