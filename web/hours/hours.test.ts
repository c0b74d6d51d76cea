import { expect, test } from 'vitest'
import { addUp, formatCallTime, formatWithoutTimes, sumByReviewer } from './hours-sums.ts'
import { formatSpan, isMonth, listMonths } from './months.ts'

const row = (reviewer: string, email: string, held: number) => ({
  date: '2026-03-02',
  domain: 'Web',
  reviewer,
  email,
  held,
  minutes: 30 * held,
  studentNoShows: 1,
  reviewerNoShows: 0,
  withoutTimes: 1,
})

test('hours are added up by reviewer, also of two with the same name', () => {
  const rows = [row('Priya', 'p@x.test', 2), row('Ana', 'a@x.test', 1), row('Priya', 'q@x.test', 4)]
  const sums = sumByReviewer([...rows, row('Priya', 'p@x.test', 3)])
  expect(sums.map(({ email, held, minutes }) => [email, held, minutes])).toEqual([
    ['a@x.test', 1, 30],
    ['p@x.test', 5, 150],
    ['q@x.test', 4, 120],
  ])
  expect(addUp(sums)).toEqual({
    held: 10,
    minutes: 300,
    studentNoShows: 4,
    reviewerNoShows: 0,
    withoutTimes: 4,
  })
})

test('reviews without call times are not passed off as held in no time', () => {
  const say = (sums: Parameters<typeof formatCallTime>[0]) => [
    formatCallTime(sums),
    formatWithoutTimes(sums),
  ]
  const sums = { held: 60, minutes: 0, studentNoShows: 0, reviewerNoShows: 0, withoutTimes: 60 }
  expect(say(sums)).toEqual(['–', '60 of 60'])
  expect(say({ ...sums, minutes: 90, withoutTimes: 8 })).toEqual([
    '1\u00a0h 30\u00a0min',
    '8 of 60',
  ])
  expect(say({ ...sums, minutes: 90, withoutTimes: 0 })).toEqual(['1\u00a0h 30\u00a0min', ''])
})

test('the months to choose from go back over the end of a year, each to its last day', () => {
  expect(listMonths('2024-03-15', 4)).toEqual([
    { from: '2024-03-01', to: '2024-03-31' },
    { from: '2024-02-01', to: '2024-02-29' },
    { from: '2024-01-01', to: '2024-01-31' },
    { from: '2023-12-01', to: '2023-12-31' },
  ])
})

test('a whole month is named as one, other days by the first and the last', () => {
  expect(formatSpan({ from: '2026-02-01', to: '2026-02-28' })).toBe('February 2026')
  const some = { from: '2026-02-01', to: '2026-02-27' }
  expect(isMonth(some)).toBe(false)
  expect(formatSpan(some)).toBe('Sun 1 Feb 2026 to Fri 27 Feb 2026')
})
