import { expect, test } from 'vitest'
import type { ReviewerInsight, WeekInsight } from '#contract/insight.ts'
import {
  compareReviewers,
  findDelay,
  findDifference,
  findLoad,
  findLowMarks,
  findNoShows,
  findRepeats,
  hasMarks,
} from './findings.ts'

const week = (number: number, figures: Partial<WeekInsight> = {}): WeekInsight => ({
  week: number,
  held: 0,
  students: 0,
  repeats: 0,
  critical: 0,
  noShows: 0,
  code: null,
  theory: null,
  days: null,
  ...figures,
})

const reviewer = (name: string, held: number, mark = 70): ReviewerInsight => ({
  _id: name,
  name,
  held,
  minutes: 30 * held,
  code: mark,
  theory: mark,
})

test('the title names the week that the largest share of students repeats, and says if it leaves out smaller ones', () => {
  const weeks = [
    week(3, { held: 40, students: 40, repeats: 2 }),
    week(4, { held: 10, students: 10, repeats: 3 }),
    // Of nine reviews it says little.
    week(9, { held: 9, students: 9, repeats: 8 }),
  ]
  expect(findRepeats(weeks)).toEqual({
    title: 'Week 04 is repeated most: 30% of students (in weeks with at least 10 reviews)',
    week: 4,
  })
  expect(findRepeats(weeks.slice(0, 2)).title).toBe('Week 04 is repeated most: 30% of students')
  expect(findRepeats(weeks.slice(2))).toEqual({ title: 'Too few reviews to compare weeks' })
  expect(findRepeats([week(1, { held: 10, students: 10 }), ...weeks.slice(2)])).toEqual({
    title: 'Nobody repeats a week (in weeks with at least 10 reviews)',
  })
  expect(findRepeats([week(1, { students: 5 })])).toEqual({ title: 'Nobody repeats a week' })
})

test('the title names the week whose slots are missed most', () => {
  const weeks = [week(2, { held: 80, noShows: 7 }), week(3, { held: 10, noShows: 2 })]
  expect(findNoShows(weeks)).toEqual({
    title: 'Week 03 has the most no-shows: 2 of 12 slots',
    week: 3,
  })
  expect(findNoShows([week(2, { held: 7, noShows: 2 })]).title).toBe(
    'Too few reviews to compare weeks',
  )
  expect(findNoShows([week(1, { held: 3 })]).title).toBe('There were no no-shows')
})

test('the title says how late the latest week is held, if any is late', () => {
  const weeks = [
    week(1, { held: 20, days: 0.5 }),
    week(2, { held: 10, days: 3 }),
    week(3, { held: 1, days: 30 }),
  ]
  expect(findDelay(weeks)).toEqual({
    title:
      'Week 02 is latest: reviews held 3 days after the due date (in weeks with at least 10 reviews)',
    week: 2,
  })
  expect(findDelay([week(1, { days: -2 }), week(2, { days: 0 })])).toEqual({
    title: 'At least half of each week’s reviews are held by their due date',
  })
})

test('the title names the week with the lowest marks', () => {
  const weeks = [
    week(1, { held: 20, code: 80, theory: 60 }),
    week(2, { held: 10, code: 60, theory: 70.5 }),
    week(4, { held: 9, code: 10, theory: 10 }),
    week(3, { noShows: 1 }),
  ].filter(hasMarks)
  expect(findLowMarks(weeks)).toEqual({
    title:
      'Week 02 has the lowest marks: 60 in code, 70.5 in theory (in weeks with at least 10 reviews)',
    week: 2,
  })
  expect(findLowMarks(weeks.slice(0, 2)).title).toBe(
    'Week 02 has the lowest marks: 60 in code, 70.5 in theory',
  )
  expect(findLowMarks(weeks.slice(0, 1)).title).toBe('Week 01: 80 in code, 60 in theory')
  expect(findLowMarks(weeks.slice(2))).toEqual({ title: 'Too few reviews to compare weeks' })
})

test('the title says how few reviewers hold half of the reviews', () => {
  expect(findLoad([reviewer('Ana', 10), reviewer('Ben', 30), reviewer('Cy', 15)])).toBe(
    '1 of 3 reviewers holds half of the reviews',
  )
  expect(findLoad([reviewer('Ana', 9), reviewer('Ben', 9), reviewer('Cy', 9)])).toBe(
    '2 of 3 reviewers hold half of the reviews',
  )
  expect(findLoad([reviewer('Ana', 9)])).toBe('Ana holds all reviews')
})

test('reviewers with 20 reviews are compared with the school, others are not ranked', () => {
  const school = { code: 72, theory: 68 }
  const { compared, others } = compareReviewers(
    [
      reviewer('Zed', 19, 99),
      reviewer('Ana', 20, 61.5),
      reviewer('Ben', 50, 74),
      reviewer('Al', 1),
    ],
    school,
  )
  expect(compared.map(({ name, difference }) => [name, difference])).toEqual([
    ['Ben', 4],
    ['Ana', -8.5],
  ])
  expect(others.map(({ name }) => name)).toEqual(['Zed', 'Al'])
  expect(findDifference(compared)).toBe('Ana marks 8.5 below the school’s mean')
  expect(findDifference(compared.slice(1))).toBe('Too few reviews to compare reviewers')
  expect(findDifference(compared.map((one) => ({ ...one, difference: 0 })))).toBe(
    'All reviewers mark alike',
  )
})
