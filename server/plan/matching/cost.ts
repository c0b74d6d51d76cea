import { dayMs } from '#contract/kit/time/time.ts'
import { at, type OpenSlot, type Problem, type WaitingReview } from './problem.ts'

/**
 * What a plan pays for each thing that one would rather not have: the cheapest plan is the best of
 * those that place as many. A requested slot outweighs everything, a day after a review is due another reviewer
 * than the last two weeks, that one every difference in load and days before it is due, and load a day
 * too early or of waiting, or two.
 */
const points = {
  notRequested: 100_000,
  thirdTime: 250,
  /** For the first day that a slot lies after the review is due; twice as much for the second. */
  late: 500,
  /** For each day that it lies before the day that is aimed at: more than a day of waiting. */
  early: 4,
  /** For each review that the reviewer has already, on that day and in that week. */
  onDay: 2,
  inWeek: 1,
  /** For each day until the slot begins. */
  wait: 2,
  /** For each requested slot that stands before it. */
  laterWish: 1,
  /** For each slot of the same reviewer that is shown before it. */
  sameReviewer: 1,
} as const

/** Those that are overdue for so many days and more are alike: the solver has less to tell apart. */
const alikeOverdueDays = 3
/** No day costs more than one that is so late: whatever is late, a requested slot outweighs it. */
const alikeLateDays = 5

/** As soon as possible, all load there is weighs less than a minute of waiting. */
const soonestLoad = 1e-6

type How = Pick<Problem, 'isSoonest'>

/** What it costs that a reviewer has a review more on a day that has `count` already. */
export function dayCost({ isSoonest }: How, count: number): number {
  return points.onDay * count * (isSoonest ? soonestLoad : 1)
}

/** The same in a week. */
export function weekCost({ isSoonest }: How, count: number): number {
  return points.inWeek * count * (isSoonest ? soonestLoad : 1)
}

/** What it costs that a slot is so far away from the first. */
export function waitCost(slot: OpenSlot, first: OpenSlot): number {
  return (points.wait * (slot.startsAt - first.startsAt)) / dayMs
}

/**
 * What it costs that a review's slot is on this day, by how long it is due then: each day after that
 * costs more than the one before it, so that the sooner slot goes to whoever is due sooner; before
 * that the nearest day costs least.
 */
export function dueDayCost({ dueDay, aimDay }: WaitingReview, day: number): number {
  const due = Math.max(dueDay, -alikeOverdueDays)
  let sum = points.early * Math.max(0, aimDay - day)
  for (let each = 1; each <= day; each++) {
    sum += points.late * Math.min(alikeLateDays, Math.max(0, each - due))
  }
  return sum
}

/** What it costs that this reviewer reviews them, in a slot that nobody asked for. */
export function reviewerCost(review: WaitingReview, reviewer: number): number {
  const notRequested = review.requestedSlots.length > 0 ? points.notRequested : 0
  return notRequested + (review.repeatReviewer === reviewer ? points.thirdTime : 0)
}

/** What a requested slot costs, by its rank in the request. */
function requestCost(review: WaitingReview, place: number, reviewer: number): number {
  return points.laterWish * place + (review.repeatReviewer === reviewer ? points.thirdTime : 0)
}

/** What it costs that of all reviews this one has the slot at this place. */
export function assignmentCost(review: WaitingReview, place: number, slot: OpenSlot): number {
  const rank = review.requestedSlots.indexOf(place)
  const own =
    rank < 0 ? reviewerCost(review, slot.reviewer) : requestCost(review, rank, slot.reviewer)
  return own + dueDayCost(review, slot.day)
}

/** What it costs that so many slots of the same reviewer are shown before it. */
export function sameReviewerCost(before: number): number {
  return points.sameReviewer * before
}

/** What it costs that a reviewer has these reviews already. */
export function loadCost(problem: Problem, { reviewer, day, week }: OpenSlot): number {
  const { onDay, inWeek } = at(problem.reviewers, reviewer)
  return dayCost(problem, onDay[day] ?? 0) + weekCost(problem, inWeek[week] ?? 0)
}
