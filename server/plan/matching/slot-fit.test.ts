import { expect, test } from 'vitest'
import type { WaitingReview } from './problem.ts'
import { isLate, isTooEarlyUnlessSoonest } from './slot-fit.ts'

const review: WaitingReview = {
  domain: 0,
  requestedSlots: [],
  dueDay: 0,
  aimDay: 0,
  from: 20,
  earliestDay: 0,
  soonestFrom: 10,
  repeatReviewer: undefined,
}

test('a slot counts as earlier than planned only from the earliest possible instant on', () => {
  const early = [9, 10, 19, 20].map((startsAt) => isTooEarlyUnlessSoonest(review, { startsAt }))
  expect(early).toEqual([false, true, true, false])
})

test('a day is late if it is after the due date, unless the review is already overdue', () => {
  expect([0, 1].map((day) => isLate({ dueDay: 0 }, day))).toEqual([false, true])
  expect(isLate({ dueDay: -1 }, 3)).toBe(false)
})
