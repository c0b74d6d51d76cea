import { expect, test } from 'vitest'
import { getNextMonth, getPreviousMonth, listWeeksOfMonth } from './month-weeks.ts'

test('a month shows all of its days once, each under its weekday', () => {
  const weeks = listWeeksOfMonth('2026-02-01')
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-02-01'])
  expect(weeks.at(-1)?.[5]).toBe('2026-02-28')
  expect(weeks.flat().filter(Boolean)).toHaveLength(28)
})

test('a month that starts on a Monday starts in the first row', () => {
  expect(listWeeksOfMonth('2026-06-01')[0]?.[0]).toBe('2026-06-01')
})

test('the previous and next month cross the year', () => {
  expect(getNextMonth('2026-12-01')).toBe('2027-01-01')
  expect(getPreviousMonth('2027-01-01')).toBe('2026-12-01')
  expect(getNextMonth('2026-01-01')).toBe('2026-02-01')
})
