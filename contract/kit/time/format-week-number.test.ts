import { expect, test } from 'vitest'
import { formatWeekNumber } from './format-week-number.ts'

test('only week numbers below ten get a leading zero', () => {
  expect([1, 9, 10, 30].map(formatWeekNumber)).toEqual(['01', '09', '10', '30'])
})
