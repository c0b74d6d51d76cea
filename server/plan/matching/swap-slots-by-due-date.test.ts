import { expect, test } from 'vitest'
import type { Problem, WaitingReview } from './problem.ts'
import { swapSlotsByDueDate } from './swap-slots-by-due-date.ts'

const sooner: WaitingReview = {
  domain: 0,
  requestedSlots: [],
  dueDay: 4,
  aimDay: 0,
  from: 0,
  earliestDay: 0,
  soonestFrom: 0,
  repeatReviewer: undefined,
}
const later = { ...sooner, dueDay: 5 }
const slots = [1, 2].map((startsAt) => ({
  reviewer: 0,
  startsAt,
  endsAt: startsAt + 1,
  day: startsAt,
  week: 0,
}))
const plan = (...reviews: WaitingReview[]) => {
  const problem: Problem = {
    today: '2026-03-02',
    noticeHours: 0,
    isSoonest: false,
    reviews,
    slots,
    reviewers: [{ domains: [0, 1], buffer: 0, mostADay: undefined, onDay: [], inWeek: [] }],
  }
  return swapSlotsByDueDate(problem, [1, 0])
}

test('of two reviews with interchangeable slots, the one due sooner gets the sooner slot', () => {
  expect(plan(sooner, later)).toEqual([0, 1])
  expect(plan(later, sooner)).toEqual([1, 0])
})

test('no swap makes a slot too early, crosses domains, or takes a requested slot', () => {
  expect(plan({ ...sooner, from: 2 }, later)).toEqual([1, 0])
  expect(plan(sooner, { ...later, domain: 1 })).toEqual([1, 0])
  expect(plan(sooner, { ...later, requestedSlots: [0] })).toEqual([1, 0])
})
