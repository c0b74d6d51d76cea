import { expect, test } from 'vitest'
import { marksInWords, standingOf } from './standing.ts'

const today = '2026-11-23'
const present = {
  week: 4,
  date: '2026-11-16T10:00:00.000Z',
  status: 'not-scheduled',
  isClosed: false,
  isStudentBlocked: false,
} as const
const at = { today, timeZone: 'UTC', earlier: [], reasons: [], unmarkedSince: undefined }

test('every reason why a student is stuck stands in one sentence', () => {
  const earlier = [{ week: 4 }, { week: 4 }, { week: 3 }]
  const reasons = ['overdue', 'repeated', 'critical', 'no-advisor'] as const
  expect(standingOf({ ...at, present, earlier, reasons: [...reasons] })).toBe(
    'Overdue since Mon 16 Nov, in week 04 for the 3rd time, last marks Task Critical, without an advisor',
  )
})

test('who is not stuck is somewhere on the way', () => {
  const say = (status: 'not-scheduled' | 'review-scheduled' | 'conducted') =>
    standingOf({ ...at, present: { ...present, status, date: '2026-11-24T10:00:00.000Z' } })
  expect(say('not-scheduled')).toBe('On the way: in week 04, review due tomorrow')
  expect(say('review-scheduled')).toBe('On the way: in week 04, a slot is booked')
  expect(say('conducted')).toBe('On the way: in week 04, marked, and the advisor decides')
  expect(standingOf({ ...at, present: { ...present, isClosed: true } })).toBe('Done with week 04')
})

test('a review that was held and has no marks is not on the way', () => {
  const booked = { ...present, status: 'review-scheduled' } as const
  const unmarkedSince = Date.parse('2026-11-10T09:00:00Z')
  expect(standingOf({ ...at, present: booked, unmarkedSince })).toBe(
    'In week 04, the review of Tue 10 Nov has no marks yet',
  )
})

test('of a blocked student that alone is said, whatever else is the matter', () => {
  const blocked = { ...present, isStudentBlocked: true }
  expect(standingOf({ ...at, present: blocked, reasons: ['overdue'] })).toBe('Blocked in week 04')
  expect(standingOf({ ...at, present: blocked })).toBe('Blocked in week 04')
})

test('the last marks are those of the newest review that has any', () => {
  const mark = { code: 71, theory: 64, weekStatus: 'Task Completed' } as const
  const none = { code: 0, theory: 0, weekStatus: '' } as const
  const waits = { week: 4, status: 'not-scheduled', mark: none } as const
  expect(marksInWords([waits, { week: 3, status: 'conducted', mark }])).toBe(
    'Week 03: code 71, theory 64, Task Completed',
  )
  expect(marksInWords([waits])).toBe('none yet')
})
