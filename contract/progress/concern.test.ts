import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../kit/time/durations.ts'
import { type ConcernInput, getConcerns } from './concern.ts'

const now = Date.parse('2026-11-23T12:00:00Z')
const overdueBefore = Date.parse('2026-11-23T00:00:00Z')
const daysAgo = (days: number) => now - days * dayMs

/** A student who is doing well. */
const well: ConcernInput = {
  isActive: true,
  status: 'not-scheduled',
  openedAt: daysAgo(5),
  dueAt: now + 2 * dayMs,
  startsAt: null,
  markedAt: null,
  tries: 1,
  isToRepeat: false,
  canAdvisorAct: true,
  canReviewerAct: false,
  isCritical: false,
  isTheoryFalling: false,
  lastMarkedAt: daysAgo(6),
  noShows: 0,
  lastNoShowAt: null,
  seenAt: daysAgo(1),
}

const reasonsOf = (changed: Partial<ConcernInput>) =>
  getConcerns({ ...well, ...changed }, { now, overdueBefore })
const iso = (instant: number) => new Date(instant).toISOString()

test('a student who is doing well is no concern', () => {
  expect(reasonsOf({})).toEqual([])
})

const marked = { status: 'conducted', markedAt: daysAgo(1) } as const

test.each<[string, Partial<ConcernInput>, Partial<ConcernInput>, number, number?]>([
  ['overdue', { dueAt: overdueBefore - 1 }, { dueAt: overdueBefore }, overdueBefore - 1],
  ['repeated', { tries: 3 }, { tries: 1 }, daysAgo(5), 2],
  ['repeating', { tries: 2 }, { ...marked, tries: 2 }, daysAgo(5)],
  ['repeating', { ...marked, isToRepeat: true }, marked, daysAgo(1)],
  ['critical', { isCritical: true }, {}, daysAgo(6)],
  ['no-advisor', { canAdvisorAct: false }, {}, daysAgo(5)],
  [
    'unmarked',
    { status: 'review-scheduled', startsAt: now - 49 * hourMs, canReviewerAct: true },
    { status: 'review-scheduled', startsAt: now - 48 * hourMs, canReviewerAct: true },
    now - 49 * hourMs,
  ],
  [
    'undecided',
    { status: 'conducted', dueAt: daysAgo(4), markedAt: daysAgo(3) },
    { status: 'conducted', dueAt: daysAgo(4), markedAt: daysAgo(2) },
    daysAgo(3),
  ],
  ['falling', { isTheoryFalling: true }, {}, daysAgo(6)],
  ['missed', { noShows: 2, lastNoShowAt: daysAgo(1) }, { noShows: 1 }, daysAgo(1), 2],
  ['away', { seenAt: daysAgo(9) }, { seenAt: daysAgo(9) + 1 }, daysAgo(9)],
])('%s is a concern from its limit on, and says since when', (reason, is, isNot, since, times) => {
  const expected = { reason, since: iso(since), ...(times !== undefined && { times }) }
  expect(reasonsOf(is)).toEqual([expected])
  expect(reasonsOf(isNot)).toEqual([])
})

test('nobody is a concern while they do not take part', () => {
  const stuck = { tries: 4, isCritical: true, seenAt: daysAgo(30), dueAt: daysAgo(9) }
  expect(reasonsOf(stuck)).toHaveLength(4)
  expect(reasonsOf({ ...stuck, isActive: false })).toEqual([])
})
