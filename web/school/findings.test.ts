import { expect, test } from 'vitest'
import { answerOf, findingOf, weeksByDomain } from './findings.ts'

const quiet = {
  students: 40,
  advisors: 3,
  reviewers: 3,
  domains: 2,
  hasTasks: true,
  hasSlots: true,
  invited: 0,
  blocked: 0,
  reviewsToSchedule: 0,
  reviewsOverdue: 0,
  reviewsScheduled: 5,
  freeSlots: 9,
  mailsFailed: 0,
  mailsDelayed: 0,
  isProxyUnheard: false,
  firstDeletion: null,
  studentsByWeek: [],
}

test('the admin reads in one sentence whether the school is running', () => {
  expect(answerOf({ ...quiet, students: 0 })).toBe('Your school has no students yet')
  expect(answerOf(quiet)).toBe('All open reviews have a slot')
  expect(answerOf({ ...quiet, reviewsScheduled: 0 })).toBe('No review is open')
  expect(answerOf({ ...quiet, reviewsToSchedule: 7, reviewsOverdue: 2 })).toBe(
    '7 reviews wait for a slot, 2 are overdue',
  )
  expect(answerOf({ ...quiet, reviewsToSchedule: 1, reviewsOverdue: 1 })).toBe(
    '1 review waits for a slot, 1 is overdue',
  )
  expect(answerOf({ ...quiet, reviewsToSchedule: 3 })).toBe(
    '3 reviews wait for a slot, none is overdue',
  )
})

test('the chart says which week has the most students, all domains together', () => {
  const rows = [
    { domain: 'Web', week: 2, students: 3 },
    { domain: 'Web', week: 11, students: 4 },
    { domain: 'Data', week: 2, students: 2 },
  ]
  expect(findingOf(rows)).toBe('Week 02 has the most students: 5 of 9')
  expect(findingOf([...rows, { domain: 'Data', week: 11, students: 1 }])).toBe(
    'Weeks 02 and 11 have the most students, 5 each',
  )
  const even = [1, 2, 3, 4].map((week) => ({ domain: 'Web', week, students: 2 }))
  expect(findingOf(even)).toBe('4 weeks have the most students, 2 each')
})

test('each domain has its own counts by week', () => {
  const [web, data] = weeksByDomain([
    { domain: 'Web', week: 2, students: 3 },
    { domain: 'Web', week: 3, students: 1 },
    { domain: 'Data', week: 2, students: 2 },
  ])
  expect(web).toMatchObject({ domain: 'Web', students: 4 })
  expect(web?.byWeek.get(3)).toBe(1)
  expect(data).toMatchObject({ domain: 'Data', students: 2 })
})
