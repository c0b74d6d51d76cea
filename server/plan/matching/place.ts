import { handOut, type Share } from './hand-out.ts'
import { putInOrder } from './in-order.ts'
import { at, type Plan, type Problem } from './problem.ts'
import { fillReviewers } from './room.ts'

/**
 * Which reviews can have a slot, and a first plan for them. There is no larger number of reviews
 * that fit together, and each of these comes before any that has none and could stand in its place.
 *
 * Sets of reviews that fit together are the independent sets of a matroid: the one that takes each
 * review in its order, if it fits beside those before it, is a largest one and the first in that
 * order. Whether it fits is a question of domains and reviewers alone: a reviewer has room for so
 * many, whoever they are, and any lesser number.
 */
export function placeMost(problem: Problem): { placed: number[]; plan: Plan } {
  const chains = fillReviewers(problem)
  const flow = makeFlow(
    problem,
    chains.map((chain) => chain.length),
  )
  const placed = [...problem.reviews.keys()].filter((place) =>
    flow.placeOne(at(problem.reviews, place).domain),
  )
  const ofDomain = Map.groupBy(placed, (place) => at(problem.reviews, place).domain)
  const shares = [...ofDomain].map(
    ([domain, members]): Share => ({ members, byReviewer: flow.ofDomain(domain) }),
  )
  const taken = chains.flatMap((chain, reviewer) => chain.slice(0, flow.usedOf(reviewer)))
  return { placed, plan: putInOrder(problem, handOut(problem, shares, taken)) }
}

/** How many reviews of each domain go to each reviewer, and how one more finds its way. */
function makeFlow({ reviewers }: Problem, rooms: number[]) {
  const ofDomain = new Map<number, number[]>()
  for (const [reviewer, { domains }] of reviewers.entries()) {
    for (const domain of domains) ofDomain.set(domain, [...(ofDomain.get(domain) ?? []), reviewer])
  }
  const flow = new Map([...ofDomain.keys()].map((domain) => [domain, new Map<number, number>()]))
  const used = rooms.map(() => 0)
  /** Where there was no way once, there is none later: nobody ever gives a place back. */
  const full = new Set<number>()

  const add = (domain: number, reviewer: number, count: number) => {
    const ofOne = flow.get(domain)
    ofOne?.set(reviewer, (ofOne.get(reviewer) ?? 0) + count)
  }

  return {
    usedOf: (reviewer: number) => at(used, reviewer),
    ofDomain: (domain: number) => new Map(flow.get(domain)),

    /** Finds room for one more of a domain, for which others may change to another reviewer. */
    placeOne(domain: number): boolean {
      if (full.has(domain)) return false
      /** From which reviewer each domain was reached, and from which domain each reviewer. */
      const domainFrom = new Map<number, number | undefined>([[domain, undefined]])
      const reviewerFrom = new Map<number, number>()
      for (const [reached] of domainFrom) {
        for (const reviewer of leastUsedFirst(ofDomain.get(reached) ?? [], used)) {
          if (reviewerFrom.has(reviewer)) continue
          reviewerFrom.set(reviewer, reached)
          if (at(used, reviewer) < at(rooms, reviewer)) {
            used[reviewer] = at(used, reviewer) + 1
            walkBack(reviewer, reviewerFrom, domainFrom, add)
            return true
          }
          for (const other of at(reviewers, reviewer).domains) {
            const isThere = (flow.get(other)?.get(reviewer) ?? 0) > 0
            if (isThere && !domainFrom.has(other)) domainFrom.set(other, reviewer)
          }
        }
      }
      full.add(domain)
      return false
    },
  }
}

function leastUsedFirst(reviewers: number[], used: number[]): number[] {
  return reviewers.toSorted((a, b) => at(used, a) - at(used, b))
}

/** Along the way that was found each domain takes a place, and leaves the one it was reached by. */
function walkBack(
  last: number,
  reviewerFrom: Map<number, number>,
  domainFrom: Map<number, number | undefined>,
  add: (domain: number, reviewer: number, count: number) => void,
): void {
  let reviewer: number | undefined = last
  while (reviewer !== undefined) {
    const domain = reviewerFrom.get(reviewer)
    if (domain === undefined) return
    add(domain, reviewer, 1)
    reviewer = domainFrom.get(domain)
    if (reviewer !== undefined) add(domain, reviewer, -1)
  }
}
