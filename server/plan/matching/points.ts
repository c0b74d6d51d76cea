import { dayMs } from '#contract/kit/time.ts'
import type { OpenReviewer, OpenSlot, WaitingReview } from './problem.ts'

/**
 * What a plan pays for each thing that one would rather not have: the cheapest plan is the best of
 * those that place as many. A wish outweighs everything, another reviewer than the last two weeks
 * every difference in load, and load a day of waiting or two.
 */
const points = {
  noWish: 10_000,
  thirdTime: 1_000,
  /** For each review that the reviewer has already, on that day and in that week. */
  onDay: 2,
  inWeek: 1,
  /** For each day until the slot begins. */
  wait: 2,
  /** For each wish that stands before it. */
  laterWish: 1,
} as const

/** What it costs that a reviewer has a review more on a day that has `count` already. */
export function dayPoints(count: number): number {
  return points.onDay * count
}

/** The same in a week. */
export function weekPoints(count: number): number {
  return points.inWeek * count
}

/** What it costs that a slot is so far away from the first. */
export function waitPoints(slot: OpenSlot, first: OpenSlot): number {
  return (points.wait * (slot.startsAt - first.startsAt)) / dayMs
}

/** What it costs that this reviewer reviews them, in a slot that nobody wished for. */
export function reviewerPoints(review: WaitingReview, reviewer: number): number {
  const noWish = review.wishes.length > 0 ? points.noWish : 0
  return noWish + (review.tired === reviewer ? points.thirdTime : 0)
}

/** What it costs to have the wish at this place. */
export function wishPoints(review: WaitingReview, place: number, reviewer: number): number {
  return points.laterWish * place + (review.tired === reviewer ? points.thirdTime : 0)
}

/** What one slot costs a review as things stand, before anything else is placed. */
export function slotPoints(
  review: WaitingReview,
  slot: OpenSlot,
  { first, wish, reviewer }: { first: OpenSlot; wish: number; reviewer: OpenReviewer },
): number {
  const own =
    wish < 0 ? reviewerPoints(review, slot.reviewer) : wishPoints(review, wish, slot.reviewer)
  const load =
    dayPoints(reviewer.onDay[slot.day] ?? 0) + weekPoints(reviewer.inWeek[slot.week] ?? 0)
  return own + load + waitPoints(slot, first)
}
