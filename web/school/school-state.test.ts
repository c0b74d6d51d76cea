import { expect, test } from 'vitest'
import { getHeadline } from './school-state.ts'

const quiet = {
  students: 40,
  advisors: 3,
  reviewers: 3,
  domains: 2,
  hasTasks: true,
  hasSlots: true,
  domainsWithoutTasks: 0,
  hasMailServer: true,
  activeAdvisors: 1,
  hasBackups: true,
  invited: 0,
  invitedStudents: 0,
  invitedAdvisors: 0,
  invitedReviewers: 0,
  blocked: 0,
  reviewsToSchedule: 0,
  slotsShort: null,
  reviewsOverdue: 0,
  reviewsToPlan: 0,
  reviewsScheduled: 5,
  reviewsUnmarked: 0,
  reviewsUndecided: 0,
  withoutAdvisor: [],
  freeSlots: 9,
  mailsFailed: 0,
  mailsDelayed: 0,
  isProxyUnheard: false,
  backupFailed: null,
  firstDeletion: null,
  studentsByWeek: [],
}

test('the headline says whether the school is running, and its numbers link to students', () => {
  expect(getHeadline({ ...quiet, students: 0 })).toEqual(['Next: add people'])
  expect(getHeadline({ ...quiet, hasSlots: false })).toEqual(['Next: get slots published'])
  expect(getHeadline(quiet)).toEqual(['All open reviews have a slot'])
  expect(getHeadline({ ...quiet, reviewsScheduled: 0 })).toEqual(['No review is open'])
  expect(getHeadline({ ...quiet, reviewsToSchedule: 7, reviewsOverdue: 2 })).toEqual([
    { name: '7 reviews wait for a slot', to: '/admin/student-list?state=waiting' },
    ', ',
    { name: '2 are overdue', to: '/admin/student-list?state=overdue' },
  ])
  expect(getHeadline({ ...quiet, reviewsToSchedule: 1, reviewsOverdue: 1 })).toEqual([
    { name: '1 review waits for a slot', to: '/admin/student-list?state=waiting' },
    ', ',
    { name: '1 is overdue', to: '/admin/student-list?state=overdue' },
  ])
  expect(getHeadline({ ...quiet, reviewsToSchedule: 3 })).toEqual([
    { name: '3 reviews wait for a slot', to: '/admin/student-list?state=waiting' },
    ', none is overdue',
  ])
})

test('the headline names reviews without marks or decision, even if all have a slot', () => {
  const unmarked = { name: '4 reviews have no marks', to: '?risk=unmarked#at-risk' }
  const stuck = { ...quiet, reviewsUnmarked: 4 }
  expect(getHeadline(stuck)).toEqual([unmarked])
  expect(getHeadline({ ...stuck, reviewsScheduled: 0, reviewsUndecided: 1 })).toEqual([
    ...[unmarked, ', ', { name: '1 is not decided', to: '?risk=undecided#at-risk' }],
  ])
  expect(getHeadline({ ...stuck, reviewsToSchedule: 2 })).toEqual([
    { name: '2 reviews wait for a slot', to: '/admin/student-list?state=waiting' },
    ...[', ', { name: '4 have no marks', to: '?risk=unmarked#at-risk' }],
  ])
})
