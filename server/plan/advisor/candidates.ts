import { assignmentCost, loadCost, waitCost } from '../matching/cost.ts'
import { fitsReview } from '../matching/day-parts.ts'
import { at, type Problem, type WaitingReview } from '../matching/problem.ts'

/**
 * The cost of a slot for a review if its reviewer gets no other review, and its rank among equal
 * costs.
 */
type Cost = { points: number; rank: number }

/**
 * The indexes of the slots that the cheapest plan can need. With n reviews, one of n reviewers is
 * always left without another of them. So no review needs a slot that costs more than the cheapest
 * slot of the n-th cheapest reviewer. Among slots of equal cost the preferred ones come first.
 */
export function findCandidates(problem: Problem, isPreferred: (slot: number) => boolean): number[] {
  const { reviews, slots } = problem
  const first = slots[0]
  if (!first) return []
  const shared = slots.map((slot) => loadCost(problem, slot) + waitCost(slot, first))
  const rankOf = (place: number) => (isPreferred(place) ? place - slots.length : place)
  const kinds = Map.groupBy(reviews, getKind)
  const found = new Set(reviews.flatMap(({ requestedSlots }) => requestedSlots))
  for (const [review] of kinds.values()) {
    if (!review) continue
    const open = [...slots.keys()].filter(
      (place) =>
        !review.requestedSlots.includes(place) && fitsReview(problem, review, at(slots, place)),
    )
    const costOf = (place: number): Cost => ({
      points: assignmentCost(review, place, at(slots, place)) + at(shared, place),
      rank: rankOf(place),
    })
    const dearest = dearestNeeded(problem, open, { costOf, needed: reviews.length })
    for (const place of open) {
      if (!dearest || compare(costOf(place), dearest) <= 0) found.add(place)
    }
  }
  return [...found].toSorted((a, b) => a - b)
}

type Needed = { costOf: (place: number) => Cost; needed: number }

/** The cheapest slot of the `needed`-th cheapest reviewer; undefined if there are fewer. */
function dearestNeeded({ slots }: Problem, open: number[], { costOf, needed }: Needed) {
  const cheapest = new Map<number, Cost>()
  for (const place of open) {
    const { reviewer } = at(slots, place)
    const [cost, known] = [costOf(place), cheapest.get(reviewer)]
    if (!known || compare(cost, known) < 0) cheapest.set(reviewer, cost)
  }
  return [...cheapest.values()].toSorted(compare)[needed - 1]
}

const compare = (a: Cost, b: Cost) => a.points - b.points || a.rank - b.rank

/** Reviews of one kind have the same cost for every slot. */
function getKind({
  domain,
  repeatReviewer,
  from,
  dueDay,
  aimDay,
  requestedSlots,
}: WaitingReview): string {
  return JSON.stringify([domain, repeatReviewer, from, dueDay, aimDay, requestedSlots])
}
