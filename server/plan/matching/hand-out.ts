import { at, type Plan, type Problem } from './problem.ts'

/** Reviews that are alike to a plan, and how many of them each reviewer has. */
export type Share = { members: number[]; byReviewer: Map<number, number> }

/**
 * Hands slots out to the reviews of those that share a reviewer: the earliest slot to the first of
 * them. Each reviewer has as many slots in `taken` as reviews in the shares.
 */
export function handOut(problem: Problem, shares: Share[], taken: number[]): Plan {
  const plan: Plan = problem.reviews.map(() => undefined)
  const waiting = shares.map(({ members, byReviewer }) => ({
    members: members.toSorted((a, b) => a - b).values(),
    byReviewer: new Map(byReviewer),
  }))
  const heads = waiting.map(({ members }) => members.next().value)
  for (const slot of taken.toSorted((a, b) => a - b)) {
    const { reviewer } = at(problem.slots, slot)
    const [first] = [...waiting.keys()]
      .filter((share) => (at(waiting, share).byReviewer.get(reviewer) ?? 0) > 0)
      .toSorted((a, b) => (heads[a] ?? 0) - (heads[b] ?? 0))
    const review = first === undefined ? undefined : heads[first]
    if (first === undefined || review === undefined) throw new Error('a slot was taken for nobody')
    plan[review] = slot
    const { members, byReviewer } = at(waiting, first)
    byReviewer.set(reviewer, (byReviewer.get(reviewer) ?? 0) - 1)
    heads[first] = members.next().value
  }
  return plan
}
