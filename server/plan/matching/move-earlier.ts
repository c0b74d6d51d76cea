import { getItem, groupIndexes, type Plan, type Problem } from './problem.ts'
import { getRemainingOnDay } from './remaining-capacity.ts'
import { isNotTooEarly } from './slot-fit.ts'

/**
 * Moves each reviewer's reviews as early as possible, keeping their order: each gets the first slot
 * that is not too early for it and keeps the buffer and the daily maximum with those before it.
 */
export function moveEarlier(problem: Problem, plan: Plan): Plan {
  const moved = [...plan]
  const ofReviewer = groupIndexes(problem.slots, ({ reviewer }) => reviewer)
  const placed = [...plan.entries()].flatMap(([review, slot]) =>
    slot === undefined ? [] : [{ review, slot }],
  )
  const byReviewer = Map.groupBy(placed, ({ slot }) => getItem(problem.slots, slot).reviewer)
  for (const [index, own] of byReviewer) {
    const reviewer = getItem(problem.reviewers, index)
    const places = ofReviewer.get(index) ?? []
    const onDay = new Map<number, number>()
    let next = 0
    let freeFrom = Number.NEGATIVE_INFINITY
    // Slots are sorted by start.
    for (const { review } of own.toSorted((a, b) => a.slot - b.slot)) {
      const fits = (place: number) => {
        const slot = getItem(problem.slots, place)
        const hasRoom = (onDay.get(slot.day) ?? 0) < getRemainingOnDay(reviewer, slot.day)
        return (
          slot.startsAt >= freeFrom &&
          hasRoom &&
          isNotTooEarly(getItem(problem.reviews, review), slot)
        )
      }
      while (!fits(getItem(places, next))) next++
      const slot = getItem(problem.slots, getItem(places, next))
      moved[review] = getItem(places, next)
      onDay.set(slot.day, (onDay.get(slot.day) ?? 0) + 1)
      freeFrom = slot.endsAt + reviewer.buffer
      next++
    }
  }
  return moved
}
