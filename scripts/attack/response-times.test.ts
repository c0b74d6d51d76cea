import { expect, test } from 'vitest'
import { compareDistributions } from './response-times.ts'

/** Times (ms), spread evenly from a start. */
const times = (from: number) => Array.from({ length: 300 }, (_, one) => from + one / 100)

test('times that differ by a fifth of their spread are told apart', () => {
  const { gap, areApart } = compareDistributions(times(5), times(5.6))
  expect(gap).toBeCloseTo(0.2)
  expect(areApart).toBe(true)
})

test('times of the same distribution are not', () => {
  expect(compareDistributions(times(5), times(5.2)).areApart).toBe(false)
  expect(compareDistributions(times(5), times(5)).gap).toBe(0)
})
