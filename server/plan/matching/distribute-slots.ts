import { getItem, type Plan, type Problem } from './problem.ts'
import { splitIntoDayParts } from './slot-fit.ts'
import { makeDueDateComparator } from './swap-slots-by-due-date.ts'

/** The number of slots per reviewer and part of a day, by `getPartKey`. */
export type CountByPart = Map<string, number>

/** A map key for a reviewer and the index of a part. */
export const getPartKey = (reviewer: number, part: number) => `${reviewer} ${part}`

/** Interchangeable reviews, and how many of them each reviewer gets. */
export type ReviewGroup = {
  members: number[]
  byReviewer: Map<number, number>
  /** At most this many in each part of a day, for all shares with the same object together. */
  onParts: CountByPart
}

/**
 * Assigns the slots in `taken` to reviews: each reviewer's earliest slot goes to the review due
 * first. For each reviewer, `taken` has as many slots as the shares have reviews. Modifies the
 * shares.
 */
export function distributeSlots(problem: Problem, shares: ReviewGroup[], taken: number[]): Plan {
  const plan: Plan = problem.reviews.map(() => undefined)
  const byDue = makeDueDateComparator(problem)
  const { partOf } = splitIntoDayParts(problem)
  const waiting = shares.map((share) => ({
    ...share,
    members: share.members.toSorted(byDue).values(),
  }))
  const heads = waiting.map(({ members }) => members.next().value)
  for (const slot of taken.toSorted((a, b) => a - b)) {
    const { reviewer } = getItem(problem.slots, slot)
    const key = getPartKey(reviewer, getItem(partOf, slot))
    const [first] = waiting
      .map(({ byReviewer, onParts }, place) => ({
        place,
        review: heads[place],
        byReviewer,
        onParts,
      }))
      .filter(({ byReviewer }) => (byReviewer.get(reviewer) ?? 0) > 0)
      .flatMap(({ onParts, place, review }) =>
        review !== undefined && (onParts.get(key) ?? 0) > 0 ? [{ place, review }] : [],
      )
      .toSorted((a, b) => byDue(a.review, b.review))
    if (!first) throw new Error('a slot was taken for nobody')
    plan[first.review] = slot
    const { members, byReviewer, onParts } = getItem(waiting, first.place)
    byReviewer.set(reviewer, (byReviewer.get(reviewer) ?? 0) - 1)
    onParts.set(key, (onParts.get(key) ?? 0) - 1)
    heads[first.place] = members.next().value
  }
  return plan
}
