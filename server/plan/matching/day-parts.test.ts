import { expect, test } from 'vitest'
import { isEarlierThanPlanned, isLate } from './day-parts.ts'
import type { WaitingReview } from './problem.ts'

const review: WaitingReview = {
  ...{ domain: 0, requestedSlots: [], dueDay: 0, aimDay: 0 },
  ...{ from: 20, earliestDay: 0, soonestFrom: 10, repeatReviewer: undefined },
}

test('a slot is only too early from when it could be had as soon as possible', () => {
  const early = [9, 10, 19, 20].map((startsAt) => isEarlierThanPlanned(review, { startsAt }))
  expect(early).toEqual([false, true, true, false])
})

test('a day is late after a review is due, unless that is overdue already', () => {
  expect([0, 1].map((day) => isLate({ dueDay: 0 }, day))).toEqual([false, true])
  expect(isLate({ dueDay: -1 }, 3)).toBe(false)
})
