import { expect, test } from 'vitest'
import { formatWeekNumber } from './week-number.ts'

test('a week under ten is shown with a leading zero, and no other', () => {
  expect([1, 9, 10, 30].map(formatWeekNumber)).toEqual(['01', '09', '10', '30'])
})
