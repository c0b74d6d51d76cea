import { expect, test } from 'vitest'
import { pickAdvisorsToList } from './pick-advisors-to-list.ts'

const getRows = (...reviews: number[]) =>
  reviews.map((count, index) => ({
    advisor: { _id: `${index}`, name: `Advisor ${index}` },
    reviews: count,
  }))

test('a few advisors are all shown, even with one review each', () => {
  const rows = getRows(1, 1, 1)
  expect(pickAdvisorsToList(rows, 3)).toEqual({ shown: rows, rest: 0, most: 1 })
})

test('of many advisors with one review each none is shown', () => {
  const rows = getRows(...Array<number>(10).fill(1))
  expect(pickAdvisorsToList(rows, 645)).toEqual({ shown: [], rest: 645, most: 1 })
})

test('of many advisors the five with the most reviews are shown, and reviews without one', () => {
  const rows = getRows(9, 8, 7, 4, 3, 3, 2, 1, 1, 1)
  expect(pickAdvisorsToList(rows, 100)).toEqual({ shown: rows.slice(0, 5), rest: 69, most: 3 })
  const nobodys = { advisor: null, reviews: 1 }
  const ones = [...getRows(...Array<number>(9).fill(1)), nobodys]
  expect(pickAdvisorsToList(ones, 30)).toEqual({ shown: [nobodys], rest: 29, most: 1 })
})
