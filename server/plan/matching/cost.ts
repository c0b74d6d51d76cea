import { dayMs } from '#contract/kit/time/durations.ts'
import { getItem, type OpenSlot, type Problem, type WaitingReview } from './problem.ts'

/**
 * The cost of each undesired property of a plan; among plans that place equally many reviews the
 * cheapest is best. Granting a request outweighs everything. A day after the due date outweighs a
 * third week with the same reviewer, which outweighs all differences in load and in days before the
 * due date. A difference in load is worth a day or two of being early or of waiting.
 */
const points = {
  notRequested: 100_000,
  thirdTime: 250,
  /** For the first day after the due date; twice as much for the second, and so on. */
  late: 500,
  /** For each day before the target day; more than a day of waiting. */
  early: 4,
  /** For each review that the reviewer already has on that day, and in that week. */
  onDay: 2,
  inWeek: 1,
  /** For each day until the slot begins. */
  wait: 2,
  /** For each requested slot that the student prefers to this one. */
  laterWish: 1,
  /** For each slot of the same reviewer that is listed before this one. */
  sameReviewer: 1,
} as const

/** Reviews overdue by at least this many days count as equal, for fewer groups in the solver. */
const alikeOverdueDays = 3
/** Lateness costs no more after this many days, so that a request always outweighs it. */
const alikeLateDays = 5

/** With "as soon as possible", all load together must weigh less than a minute of waiting. */
const soonestLoad = 1e-6

type How = Pick<Problem, 'isSoonest'>

/** The cost of one more review for a reviewer who has `count` on that day. */
export function getDayLoadCost({ isSoonest }: How, count: number): number {
  return points.onDay * count * (isSoonest ? soonestLoad : 1)
}

/** The cost of one more review for a reviewer who has `count` in that week. */
export function getWeekLoadCost({ isSoonest }: How, count: number): number {
  return points.inWeek * count * (isSoonest ? soonestLoad : 1)
}

/** The cost of the time between the first slot and this one. */
export function getDelayCost(slot: OpenSlot, first: OpenSlot): number {
  return (points.wait * (slot.startsAt - first.startsAt)) / dayMs
}

/**
 * The cost of a slot on this day relative to the due date. After it, each day costs more than the
 * one before, so that the sooner slot goes to the review that is due sooner; before it, days closer
 * to the target cost less.
 */
export function getDueDayCost({ dueDay, aimDay }: WaitingReview, day: number): number {
  const due = Math.max(dueDay, -alikeOverdueDays)
  let sum = points.early * Math.max(0, aimDay - day)
  for (let each = 1; each <= day; each++) {
    sum += points.late * Math.min(alikeLateDays, Math.max(0, each - due))
  }
  return sum
}

/** The cost of this reviewer for a slot that was not requested. */
export function getReviewerCost(review: WaitingReview, reviewer: number): number {
  const notRequested = review.requestedSlots.length > 0 ? points.notRequested : 0
  return notRequested + (review.repeatReviewer === reviewer ? points.thirdTime : 0)
}

/** The cost of a requested slot, by its rank in the request. */
function requestCost(review: WaitingReview, place: number, reviewer: number): number {
  return points.laterWish * place + (review.repeatReviewer === reviewer ? points.thirdTime : 0)
}

/** The cost for this review of the slot at an index, without load and waiting. */
export function getAssignmentCost(review: WaitingReview, place: number, slot: OpenSlot): number {
  const rank = review.requestedSlots.indexOf(place)
  const own =
    rank < 0 ? getReviewerCost(review, slot.reviewer) : requestCost(review, rank, slot.reviewer)
  return own + getDueDayCost(review, slot.day)
}

/** The cost of a slot listed after this many slots of the same reviewer. */
export function repeatedReviewerCost(before: number): number {
  return points.sameReviewer * before
}

/** The cost of the reviews that the slot's reviewer already has. */
export function getExistingLoadCost(problem: Problem, { reviewer, day, week }: OpenSlot): number {
  const { onDay, inWeek } = getItem(problem.reviewers, reviewer)
  return getDayLoadCost(problem, onDay[day] ?? 0) + getWeekLoadCost(problem, inWeek[week] ?? 0)
}
