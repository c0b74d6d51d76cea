import { getAssignmentCost } from './cost.ts'
import { at, type Plan, type Problem } from './problem.ts'
import { isNotTooEarly } from './slot-fit.ts'

/** Compares two reviews by due day, then by index. */
export function makeDueDateComparator({ reviews }: Problem): (a: number, b: number) => number {
  return (a, b) => at(reviews, a).dueDay - at(reviews, b).dueDay || a - b
}

/**
 * Swaps reviews of one domain wherever that costs nothing and gives the one due sooner the sooner
 * slot.
 */
export function swapSlotsByDueDate(problem: Problem, plan: Plan): Plan {
  const ordered = [...plan]
  const placed = [...plan.keys()].filter((review) => plan[review] !== undefined)
  const pointsOf = (review: number, slot: number) =>
    getAssignmentCost(at(problem.reviews, review), slot, at(problem.slots, slot))
  const ofDomain = Map.groupBy(placed, (review) => at(problem.reviews, review).domain)
  for (const members of ofDomain.values()) {
    const byDue = members.toSorted(makeDueDateComparator(problem))
    for (const [place, sooner] of byDue.entries()) {
      for (const later of byDue.slice(place + 1)) {
        const [own, other] = [ordered[sooner] ?? 0, ordered[later] ?? 0]
        // Slots are sorted by start.
        if (at(problem.slots, other).startsAt >= at(problem.slots, own).startsAt) continue
        if (!isNotTooEarly(at(problem.reviews, sooner), at(problem.slots, other))) continue
        if (!isNotTooEarly(at(problem.reviews, later), at(problem.slots, own))) continue
        const now = pointsOf(sooner, own) + pointsOf(later, other)
        if (pointsOf(sooner, other) + pointsOf(later, own) > now) continue
        ordered[sooner] = other
        ordered[later] = own
      }
    }
  }
  return ordered
}
