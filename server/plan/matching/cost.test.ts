import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/time/time.ts'
import { assignmentCost, dueDayCost, reviewerCost, sameReviewerCost, waitCost } from './cost.ts'
import type { OpenSlot, WaitingReview } from './problem.ts'

const review: WaitingReview = {
  ...{ domain: 0, requestedSlots: [], dueDay: 3, aimDay: 2 },
  ...{ from: 0, earliestDay: 0, soonestFrom: 0, repeatReviewer: undefined },
}
const slot = (day: number, reviewer = 0): OpenSlot => ({
  ...{ reviewer, day, week: 0 },
  ...{ startsAt: (day + 1) * dayMs, endsAt: (day + 1) * dayMs + 1 },
})

test('the day aimed at is the dearest up to the due one, and each day after that is worse than the last', () => {
  const costs = [0, 1, 2, 3, 4, 5, 6].map((day) => dueDayCost(review, day))
  expect(costs).toEqual([8, 4, 0, 0, 500, 1_500, 3_000])
})

test('what is overdue for three days or for a month is equally late', () => {
  const late = (dueDay: number) => [0, 1, 2].map((day) => dueDayCost({ ...review, dueDay }, day))
  expect(late(-30)).toEqual(late(-3))
  expect(late(-2)).not.toEqual(late(-3))
})

test('the reviewer of the last two weeks costs more than any other, and less than a day too late', () => {
  const repeatReviewer = { ...review, repeatReviewer: 1 }
  expect(reviewerCost(repeatReviewer, 0)).toBe(0)
  expect(reviewerCost(repeatReviewer, 1)).toBeGreaterThan(0)
  expect(reviewerCost(repeatReviewer, 1)).toBeLessThan(dueDayCost(review, review.dueDay + 1))
})

test('a slot that the student asked for outweighs all else, the first one that they named most', () => {
  const asking = { ...review, requestedSlots: [7, 8], repeatReviewer: 1 }
  const [first, second, other] = [7, 8, 9].map((place) => assignmentCost(asking, place, slot(3)))
  expect(first).toBeLessThan(second ?? 0)
  expect(second).toBeLessThan(other ?? 0)
  expect(assignmentCost(asking, 8, slot(9, 1))).toBeLessThan(other ?? 0)
  expect(assignmentCost(asking, 8, slot(3, 1))).toBeGreaterThan(second ?? 0)
})

test('each day of waiting costs the same, from the first slot on', () => {
  expect([0, 1, 3].map((day) => waitCost(slot(day), slot(0)))).toEqual([0, 2, 6])
})

test('each slot of the same reviewer that is shown before one makes it less wanted', () => {
  expect([0, 1, 2].map(sameReviewerCost)).toEqual([0, 1, 2])
})
