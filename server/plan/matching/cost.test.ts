import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/durations.ts'
import {
  getAssignmentCost,
  getDelayCost,
  getDueDayCost,
  getReviewerCost,
  repeatedReviewerCost,
} from './cost.ts'
import type { OpenSlot, WaitingReview } from './problem.ts'

const review: WaitingReview = {
  domain: 0,
  requestedSlots: [],
  dueDay: 3,
  aimDay: 2,
  from: 0,
  earliestDay: 0,
  soonestFrom: 0,
  repeatReviewer: undefined,
}
const slot = (day: number, reviewer = 0): OpenSlot => ({
  reviewer,
  day,
  week: 0,
  startsAt: (day + 1) * dayMs,
  endsAt: (day + 1) * dayMs + 1,
})

test('costs are lowest on the target day, and each day after the due date costs more than the last', () => {
  const costs = [0, 1, 2, 3, 4, 5, 6].map((day) => getDueDayCost(review, day))
  expect(costs).toEqual([8, 4, 0, 0, 500, 1_500, 3_000])
})

test('reviews overdue for three days and for a month are equally late', () => {
  const late = (dueDay: number) => [0, 1, 2].map((day) => getDueDayCost({ ...review, dueDay }, day))
  expect(late(-30)).toEqual(late(-3))
  expect(late(-2)).not.toEqual(late(-3))
})

test('the reviewer of the last two weeks costs more than any other, but less than a day’s delay', () => {
  const repeatReviewer = { ...review, repeatReviewer: 1 }
  expect(getReviewerCost(repeatReviewer, 0)).toBe(0)
  expect(getReviewerCost(repeatReviewer, 1)).toBeGreaterThan(0)
  expect(getReviewerCost(repeatReviewer, 1)).toBeLessThan(getDueDayCost(review, review.dueDay + 1))
})

test('a requested slot outweighs everything else, the most preferred one most', () => {
  const asking = { ...review, requestedSlots: [7, 8], repeatReviewer: 1 }
  const [first, second, other] = [7, 8, 9].map((place) => getAssignmentCost(asking, place, slot(3)))
  expect(first).toBeLessThan(second ?? 0)
  expect(second).toBeLessThan(other ?? 0)
  expect(getAssignmentCost(asking, 8, slot(9, 1))).toBeLessThan(other ?? 0)
  expect(getAssignmentCost(asking, 8, slot(3, 1))).toBeGreaterThan(second ?? 0)
})

test('each day of waiting after the first slot costs the same', () => {
  expect([0, 1, 3].map((day) => getDelayCost(slot(day), slot(0)))).toEqual([0, 2, 6])
})

test('each slot of the same reviewer listed before makes a slot less attractive', () => {
  expect([0, 1, 2].map(repeatedReviewerCost)).toEqual([0, 1, 2])
})
