import { bestSlotsShown } from '#contract/limits/plan.ts'
import {
  getAssignmentCost,
  getDelayCost,
  getExistingLoadCost,
  repeatedReviewerCost,
} from './matching/cost.ts'
import { getItem, type OpenSlot, type Problem } from './matching/problem.ts'
import {
  isLate,
  isNotTooEarly,
  isTooEarlyUnlessSoonest,
  isWithinNotice,
} from './matching/slot-fit.ts'

/**
 * The indexes of the cheapest slots for the problem's only review, best first. Slots that are too
 * early or within the notice are listed only if all others are late or there are none. A reviewer's
 * second and further slots cost a little more, so that several people are offered. With `startsAt`
 * (ms since 1970), only slots that begin then.
 */
export function getBestSlots(problem: Problem, startsAt?: number): number[] {
  const { reviews, slots, reviewers } = problem
  const review = getItem(reviews, 0)
  const shown = new Map<number, number>()
  const free = [...slots.keys()]
    .filter((slot) => startsAt === undefined || getItem(slots, slot).startsAt === startsAt)
    .filter((slot) =>
      getItem(reviewers, getItem(slots, slot).reviewer).domains.includes(review.domain),
    )
  const inTime = free.filter((slot) => isNotTooEarly(review, getItem(slots, slot)))
  const isAnyOnTime = inTime.some((slot) => !isLate(review, getItem(slots, slot).day))
  const isEarly = (slot: OpenSlot) =>
    isTooEarlyUnlessSoonest(review, slot) || isWithinNotice(review, slot)
  const early = isAnyOnTime ? [] : free.filter((slot) => isEarly(getItem(slots, slot)))
  return (inTime.length > 0 ? [...early, ...inTime] : free)
    .map((place) => {
      const slot = getItem(slots, place)
      const load = getExistingLoadCost(problem, slot)
      const points =
        getAssignmentCost(review, place, slot) + load + getDelayCost(slot, getItem(slots, 0))
      return { place, reviewer: slot.reviewer, points }
    })
    .toSorted((a, b) => a.points - b.points)
    .map(({ place, reviewer, points }) => {
      const before = shown.get(reviewer) ?? 0
      shown.set(reviewer, before + 1)
      return { place, points: points + repeatedReviewerCost(before) }
    })
    .toSorted((a, b) => a.points - b.points)
    .slice(0, bestSlotsShown)
    .map(({ place }) => place)
}
