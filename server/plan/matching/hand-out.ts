import { dueFirst } from './in-order.ts'
import { at, type Plan, type Problem } from './problem.ts'

/** How many slots there are of each reviewer on each day, by `dayKey`. */
export type OnDays = Map<string, number>

/** A reviewer and a day, as one key of a map. */
export const dayKey = (reviewer: number, day: number) => `${reviewer} ${day}`

/** Reviews that are alike to a plan, and how many of them each reviewer has. */
export type Share = {
  members: number[]
  byReviewer: Map<number, number>
  /** So many on each day at most, together with all shares that name the same; without it any. */
  onDays?: OnDays
}

/**
 * Hands slots out to the reviews of those that share a reviewer: the earliest slot to the first due
 * of them. Each reviewer has as many slots in `taken` as reviews in the shares, which are used up.
 */
export function handOut(problem: Problem, shares: Share[], taken: number[]): Plan {
  const plan: Plan = problem.reviews.map(() => undefined)
  const byDue = dueFirst(problem)
  const waiting = shares.map((share) => ({
    ...share,
    members: share.members.toSorted(byDue).values(),
  }))
  const heads = waiting.map(({ members }) => members.next().value)
  for (const slot of taken.toSorted((a, b) => a - b)) {
    const { reviewer, day } = at(problem.slots, slot)
    const key = dayKey(reviewer, day)
    const [first] = waiting
      .map(({ byReviewer, onDays }, place) => ({ place, review: heads[place], byReviewer, onDays }))
      .filter(({ byReviewer }) => (byReviewer.get(reviewer) ?? 0) > 0)
      .flatMap(({ onDays, place, review }) =>
        review !== undefined && (!onDays || (onDays.get(key) ?? 0) > 0) ? [{ place, review }] : [],
      )
      .toSorted((a, b) => byDue(a.review, b.review))
    if (!first) throw new Error('a slot was taken for nobody')
    plan[first.review] = slot
    const { members, byReviewer, onDays } = at(waiting, first.place)
    byReviewer.set(reviewer, (byReviewer.get(reviewer) ?? 0) - 1)
    onDays?.set(key, (onDays.get(key) ?? 0) - 1)
    heads[first.place] = members.next().value
  }
  return plan
}
