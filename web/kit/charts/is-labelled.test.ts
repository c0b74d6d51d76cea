import { expect, test } from 'vitest'
import { isLabelled } from './is-labelled.ts'

const labelsOf = (every: number, found?: number) =>
  Array.from({ length: 10 }, (_, place) => place).filter((place) =>
    isLabelled(place, { every, found }),
  )

test('the place that was found is labelled, and none so close that the two overlap', () => {
  expect(labelsOf(3)).toEqual([0, 3, 6, 9])
  expect(labelsOf(3, 6)).toEqual([0, 3, 6, 9])
  expect(labelsOf(3, 4)).toEqual([0, 4, 9])
  expect(labelsOf(1, 4)).toHaveLength(10)
})
