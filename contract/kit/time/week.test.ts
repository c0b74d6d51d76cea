import { expect, test } from 'vitest'
import { twoDigits } from './week.ts'

test('a week under ten is shown with a leading zero, and no other', () => {
  expect([1, 9, 10, 30].map(twoDigits)).toEqual(['01', '09', '10', '30'])
})
