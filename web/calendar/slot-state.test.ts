import { expect, test } from 'vitest'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import { formatSlotLabel, formatSlotState, getReviewPath, getSlotState } from './slot-state.ts'

const now = Date.parse('2026-03-02T09:30:00Z')
const review = {
  _id: 'one',
  status: 'review-scheduled' as const,
  week: 4,
  student: { _id: 'sofia', name: 'Sofía Demir' },
}
const slot = (fields: Partial<CalendarSlot> = {}): CalendarSlot => ({
  _id: 'slot',
  date: '2026-03-02',
  slot_date: '2026-03-02',
  slot_time: '10:00 AM',
  startsAt: '2026-03-02T10:00:00.000Z',
  endsAt: '2026-03-02T10:30:00.000Z',
  isBooked: false,
  review: null,
  noShow: null,
  whyNot: null,
  inBusyTime: false,
  reviewer: { _id: 'priya', name: 'Priya Nair' },
  ...fields,
})

test('a slot’s state is free until it starts, booked, conducted, or a no-show', () => {
  expect(getSlotState(slot(), now)).toBe('free')
  expect(formatSlotState(slot({ startsAt: '2026-03-02T09:00:00.000Z' }), now)).toBe('not booked')
  const close = slot({ whyNot: 'too close to a review' })
  expect([getSlotState(close, now), formatSlotState(close, now)]).toEqual([
    'closed',
    'cannot be booked: too close to a review',
  ])
  expect(getSlotState(slot({ review }), now)).toBe('booked')
  expect(getSlotState(slot({ review: { ...review, status: 'conducted' } }), now)).toBe('conducted')
  expect(formatSlotState(slot({ review, noShow: 'student' }), now)).toBe('student did not come')
  const busy = slot({ review, inBusyTime: true })
  expect(formatSlotState(busy, now)).toBe('booked, in a busy time')
  const over = { startsAt: '2026-03-02T09:00:00.000Z', endsAt: '2026-03-02T09:30:00.000Z' }
  expect(getSlotState(slot({ review, ...over }), now - 1)).toBe('booked')
  expect(getSlotState(slot({ review, ...over }), now)).toBe('unmarked')
  expect(formatSlotState(slot({ review, ...over }), now)).toBe('no marks yet')
  const marked = { ...review, status: 'conducted' as const }
  expect(getSlotState(slot({ review: marked, ...over }), now)).toBe('conducted')
})

test('a slot’s label is complete, with the reviewer unless that is the viewer', () => {
  const telling = { now, timeZone: 'UTC', viewer: 'advisor' } as const
  const words = 'Mon 2 Mar, 10:00 AM to 10:30 AM, booked, Sofía Demir, week 04'
  expect(formatSlotLabel(slot({ review }), telling)).toBe(`${words}, with Priya Nair`)
  expect(formatSlotLabel(slot({ review }), { ...telling, viewer: 'reviewer' })).toBe(words)
})

test('a slot links to its review, except for the reviewer after a no-show', () => {
  expect(getReviewPath('advisor', slot())).toBeUndefined()
  expect(getReviewPath('advisor', slot({ review, noShow: 'student' }))).toContain('/one')
  expect(getReviewPath('reviewer', slot({ review }))).toBe('/reviewer/review-details/one')
  expect(getReviewPath('reviewer', slot({ review, noShow: 'student' }))).toBeUndefined()
})
