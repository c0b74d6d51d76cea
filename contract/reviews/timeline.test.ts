import { expect, test } from 'vitest'
import { hourMs } from '../kit/time/durations.ts'
import { isCallOffered } from './timeline.ts'

const start = Date.parse('2026-03-02T17:00:00Z')
const review = {
  status: 'review-scheduled',
  isClosed: false,
  startsAt: '2026-03-02T17:00:00Z',
  isReviewerBlocked: false,
}

test('the call of a booked review is offered until two hours after its start', () => {
  expect(isCallOffered(review, start - 24 * hourMs)).toBe(true)
  expect(isCallOffered(review, start + 2 * hourMs - 1)).toBe(true)
  expect(isCallOffered(review, start + 2 * hourMs)).toBe(false)
})

test.each([
  ['marked', { status: 'conducted' }],
  ['closed', { isClosed: true }],
  ['without a slot', { startsAt: null }],
  ['with a blocked reviewer', { isReviewerBlocked: true }],
])('no call is offered for a review %s', (_, change) => {
  expect(isCallOffered({ ...review, ...change }, start)).toBe(false)
})
