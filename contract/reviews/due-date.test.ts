import { expect, test } from 'vitest'
import { dayMs } from '../kit/time/durations.ts'
import { getDueLabel } from './due-date.ts'

const berlin = 'Europe/Berlin'
const monday = Date.parse('2026-03-02T09:00:00Z')
const label = (due: string, now = monday) => getDueLabel(due, now, berlin)

test('a review due in several days counts them', () => {
  expect(label('2026-03-09T09:00:00Z')).toEqual({ text: '7 days left', overdue: false })
  expect(label('2026-03-04T00:30:00Z')).toEqual({ text: '2 days left', overdue: false })
})

test('a review due on the next date says Tomorrow, even if that is within hours', () => {
  const lateInTheEvening = Date.parse('2026-03-02T22:45:00Z')
  expect(label('2026-03-02T23:15:00Z', lateInTheEvening).text).toBe('Tomorrow')
  expect(label('2026-03-03T22:30:00Z', lateInTheEvening).text).toBe('Tomorrow')
})

test('a review due today says Today until midnight, then how many days ago it was due', () => {
  const earlier = '2026-03-02T06:00:00Z'
  expect(label(earlier)).toEqual({ text: 'Today', overdue: false })
  expect(label(earlier, Date.parse('2026-03-02T22:59:00Z')).overdue).toBe(false)
  expect(label(earlier, Date.parse('2026-03-02T23:01:00Z'))).toEqual({
    text: 'Yesterday',
    overdue: true,
  })
  expect(label(earlier, monday + 2 * dayMs)).toEqual({ text: '2 days ago', overdue: true })
})

test('days are counted correctly across a clock change', () => {
  const saturday = Date.parse('2026-03-28T22:30:00Z')
  expect(label('2026-03-29T21:30:00Z', saturday).text).toBe('Tomorrow')
})
