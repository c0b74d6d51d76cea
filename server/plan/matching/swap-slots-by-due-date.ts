import { getAssignmentCost } from './cost.ts'
import { getItem, type Plan, type Problem } from './problem.ts'
import { isNotTooEarly } from './slot-fit.ts'

/** Compares two reviews by due day, then by index. */
export function makeDueDateComparator({ reviews }: Problem): (a: number, b: number) => number {
  return (a, b) => getItem(reviews, a).dueDay - getItem(reviews, b).dueDay || a - b
}

/**
 * Swaps reviews of one domain wherever that costs nothing and gives the one due sooner the sooner
 * slot.
 */
export function swapSlotsByDueDate(problem: Problem, plan: Plan): Plan {
  const ordered = [...plan]
  const placed = [...plan.keys()].filter((review) => plan[review] !== undefined)
  const pointsOf = (review: number, slot: number) =>
    getAssignmentCost(getItem(problem.reviews, review), slot, getItem(problem.slots, slot))
  const ofDomain = Map.groupBy(placed, (review) => getItem(problem.reviews, review).domain)
  for (const members of ofDomain.values()) {
    const byDue = members.toSorted(makeDueDateComparator(problem))
    for (const [place, sooner] of byDue.entries()) {
      for (const later of byDue.slice(place + 1)) {
        const [own, other] = [ordered[sooner] ?? 0, ordered[later] ?? 0]
        // Slots are sorted by start.
        if (getItem(problem.slots, other).startsAt >= getItem(problem.slots, own).startsAt) continue
        if (!isNotTooEarly(getItem(problem.reviews, sooner), getItem(problem.slots, other)))
          continue
        if (!isNotTooEarly(getItem(problem.reviews, later), getItem(problem.slots, own))) continue
        const now = pointsOf(sooner, own) + pointsOf(later, other)
        if (pointsOf(sooner, other) + pointsOf(later, own) > now) continue
        ordered[sooner] = other
        ordered[later] = own
      }
    }
  }
  return ordered
}
