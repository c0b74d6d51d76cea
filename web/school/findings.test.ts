import { expect, test } from 'vitest'
import { answerOf } from './findings.ts'

const quiet = {
  students: 40,
  advisors: 3,
  reviewers: 3,
  domains: 2,
  hasTasks: true,
  hasSlots: true,
  hasMailServer: true,
  hasBackups: true,
  invited: 0,
  blocked: 0,
  reviewsToSchedule: 0,
  reviewsOverdue: 0,
  reviewsScheduled: 5,
  freeSlots: 9,
  mailsFailed: 0,
  mailsDelayed: 0,
  isProxyUnheard: false,
  backupFailed: null,
  firstDeletion: null,
  studentsByWeek: [],
}

test('the admin reads in one sentence whether the school is running', () => {
  expect(answerOf({ ...quiet, students: 0 })).toEqual({ said: 'Next: add people' })
  expect(answerOf({ ...quiet, hasSlots: false })).toEqual({ said: 'Next: have slots published' })
  expect(answerOf(quiet)).toEqual({ said: 'All open reviews have a slot' })
  expect(answerOf({ ...quiet, reviewsScheduled: 0 })).toEqual({ said: 'No review is open' })
  expect(answerOf({ ...quiet, reviewsToSchedule: 7, reviewsOverdue: 2 })).toEqual({
    said: '7 reviews wait for a slot, ',
    overdue: '2 are overdue',
  })
  expect(answerOf({ ...quiet, reviewsToSchedule: 1, reviewsOverdue: 1 })).toEqual({
    said: '1 review waits for a slot, ',
    overdue: '1 is overdue',
  })
  expect(answerOf({ ...quiet, reviewsToSchedule: 3 })).toEqual({
    said: '3 reviews wait for a slot, none is overdue',
  })
})
