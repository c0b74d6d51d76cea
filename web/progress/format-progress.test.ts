import { expect, test } from 'vitest'
import type { Concern } from '#contract/progress/concern.ts'
import type { ProgressReview } from '#contract/progress/progress.ts'
import type { Turn } from '#contract/reviews/turn.ts'
import { formatLastMarks, summarizeProgress } from './format-progress.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const since = '2026-11-16T10:00:00.000Z'
const waitsTo = (step: Turn['step']): Turn => ({
  who: 'advisor',
  _id: 'ada',
  since: '2026-11-09T10:00:00.000Z',
  until: null,
  step,
})
const present = { week: 4, date: since, turn: waitsTo('book') }
const at = { now, timeZone: 'UTC', concern: [], unmarkedSince: undefined }
const overdue: Concern = { reason: 'overdue', since }

test('all reasons why a student is stuck are in one sentence', () => {
  const concern: Concern[] = [
    overdue,
    { reason: 'repeated', since, times: 2 },
    { reason: 'critical', since },
    { reason: 'no-advisor', since },
    { reason: 'away', since: '2026-11-14T10:00:00.000Z' },
  ]
  expect(summarizeProgress({ ...at, present, concern })).toBe(
    'Overdue since Mon 16 Nov, repeated twice, last marks Task Critical, without an advisor, not signed in for 9 days',
  )
})

test('the progress of a student who is not stuck names the current step', () => {
  const say = (step: Turn['step']) =>
    summarizeProgress({
      ...at,
      present: { week: 4, date: '2026-11-24T10:00:00.000Z', turn: waitsTo(step) },
    })
  expect(say('book')).toBe('On track in week 04: review due tomorrow')
  expect(say('hold')).toBe('On track in week 04: slot booked')
  expect(say('decide')).toBe('On track in week 04: marked, waiting for a decision')
  expect(summarizeProgress({ ...at, present: { ...present, turn: null } })).toBe(
    'Done with week 04',
  )
})

test('a review held without marks counts as stuck', () => {
  const booked = { ...present, turn: waitsTo('mark') }
  const unmarkedSince = Date.parse('2026-11-10T09:00:00Z')
  expect(summarizeProgress({ ...at, present: booked, unmarkedSince })).toBe(
    'In week 04, the review of Tue 10 Nov has no marks yet',
  )
})

test('a blocked student’s progress says only that', () => {
  const blocked = { ...present, turn: waitsTo('wait') }
  expect(summarizeProgress({ ...at, present: blocked, concern: [overdue] })).toBe(
    'Blocked in week 04',
  )
})

test('the last marks are those of the newest review that has any', () => {
  const waits: ProgressReview = {
    ...({ week: 4, review: 'four', status: 'not-scheduled', isClosed: false } as const),
    ...({ due: since, held: null, code: null, theory: null, weekStatus: '' } as const),
    repeats: 0,
    noShows: 0,
    minutes: 0,
    pendingTask: [],
  }
  const marked: ProgressReview = {
    ...({ ...waits, week: 3, code: 71, theory: 64, weekStatus: 'Task Completed' } as const),
  }
  expect(formatLastMarks([marked, waits])).toBe('Week 03: code 71, theory 64, Task Completed')
  expect(formatLastMarks([waits])).toBe('none yet')
})
