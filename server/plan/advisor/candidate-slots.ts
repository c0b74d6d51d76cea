import { getAssignmentCost, getDelayCost, getExistingLoadCost } from '../matching/cost.ts'
import { getItem, type Problem, type WaitingReview } from '../matching/problem.ts'
import { fitsReview } from '../matching/slot-fit.ts'

/**
 * A slot for a review, its cost if its reviewer gets no other review, and its rank among equal
 * costs.
 */
type Option = { place: number; reviewer: number; points: number; rank: number }

/**
 * The indexes of the slots that the cheapest plan can need. With n reviews, one of n reviewers is
 * always left without another of them. So no review needs a slot that costs more than the cheapest
 * slot of the n-th cheapest reviewer. Among slots of equal cost the preferred ones come first.
 */
export function findCandidateSlots(
  problem: Problem,
  isPreferred: (slot: number) => boolean,
): number[] {
  const { reviews, slots } = problem
  const first = slots[0]
  if (!first) return []
  const shared = slots.map((slot, place) => ({
    points: getExistingLoadCost(problem, slot) + getDelayCost(slot, first),
    rank: isPreferred(place) ? place - slots.length : place,
  }))
  const kinds = Map.groupBy(reviews, getKind)
  const found = new Set(reviews.flatMap(({ requestedSlots }) => requestedSlots))
  for (const [review] of kinds.values()) {
    if (!review) continue
    const options: Option[] = []
    for (const [place, slot] of slots.entries()) {
      if (review.requestedSlots.includes(place) || !fitsReview(problem, review, slot)) continue
      const { points, rank } = getItem(shared, place)
      const cost = getAssignmentCost(review, place, slot) + points
      options.push({ place, reviewer: slot.reviewer, points: cost, rank })
    }
    const dearest = dearestNeeded(options, reviews.length)
    for (const option of options) {
      if (!dearest || compare(option, dearest) <= 0) found.add(option.place)
    }
  }
  return [...found].toSorted((a, b) => a - b)
}

/** The cheapest slot of the `needed`-th cheapest reviewer; undefined if there are fewer. */
function dearestNeeded(options: Option[], needed: number): Option | undefined {
  const cheapest = new Map<number, Option>()
  for (const option of options) {
    const known = cheapest.get(option.reviewer)
    if (!known || compare(option, known) < 0) cheapest.set(option.reviewer, option)
  }
  return [...cheapest.values()].toSorted(compare)[needed - 1]
}

const compare = (a: Option, b: Option) => a.points - b.points || a.rank - b.rank

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
