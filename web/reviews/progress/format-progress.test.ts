import { expect, test } from 'vitest'
import type { Turn } from '#contract/reviews/turn.ts'
import { formatLastMarks, formatProgress } from './format-progress.ts'

const today = '2026-11-23'
const waitsTo = (step: Turn['step']): Turn => ({
  ...{ who: 'advisor', _id: 'ada', since: '2026-11-09T10:00:00.000Z', until: null, step },
})
const present = { week: 4, date: '2026-11-16T10:00:00.000Z', turn: waitsTo('book') }
const at = { today, timeZone: 'UTC', earlier: [], reasons: [], unmarkedSince: undefined }

test('all reasons why a student is stuck are in one sentence', () => {
  const earlier = [{ week: 4 }, { week: 4 }, { week: 3 }]
  const reasons = ['overdue', 'repeated', 'critical', 'no-advisor'] as const
  expect(formatProgress({ ...at, present, earlier, reasons: [...reasons] })).toBe(
    'Overdue since Mon 16 Nov, in week 04 for the 3rd time, last marks Task Critical, without an advisor',
  )
})

test('the progress of a student who is not stuck names the current step', () => {
  const say = (step: Turn['step']) =>
    formatProgress({
      ...{ ...at, present: { week: 4, date: '2026-11-24T10:00:00.000Z', turn: waitsTo(step) } },
    })
  expect(say('book')).toBe('On the way: in week 04, review due tomorrow')
  expect(say('hold')).toBe('On the way: in week 04, a slot is booked')
  expect(say('decide')).toBe('On the way: in week 04, marked, and the advisor decides')
  expect(formatProgress({ ...at, present: { ...present, turn: null } })).toBe('Done with week 04')
})

test('a review held without marks counts as stuck', () => {
  const booked = { ...present, turn: waitsTo('mark') }
  const unmarkedSince = Date.parse('2026-11-10T09:00:00Z')
  expect(formatProgress({ ...at, present: booked, unmarkedSince })).toBe(
    'In week 04, the review of Tue 10 Nov has no marks yet',
  )
})

test('a blocked student’s progress says only that', () => {
  const blocked = { ...present, turn: waitsTo('wait') }
  expect(formatProgress({ ...at, present: blocked, reasons: ['overdue'] })).toBe(
    'Blocked in week 04',
  )
  expect(formatProgress({ ...at, present: blocked })).toBe('Blocked in week 04')
})

test('the last marks are those of the newest review that has any', () => {
  const mark = { code: 71, theory: 64, weekStatus: 'Task Completed' } as const
  const none = { code: 0, theory: 0, weekStatus: '' } as const
  const waits = { week: 4, status: 'not-scheduled', mark: none } as const
  expect(formatLastMarks([waits, { week: 3, status: 'conducted', mark }])).toBe(
    'Week 03: code 71, theory 64, Task Completed',
  )
  expect(formatLastMarks([waits])).toBe('none yet')
})
