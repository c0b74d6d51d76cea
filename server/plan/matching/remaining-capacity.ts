import { groupIndexes, type Problem } from './problem.ts'

/** How many more reviews the reviewer can take on that day. */
export function getRemainingOnDay(
  { mostADay, onDay }: Problem['reviewers'][number],
  day: number,
): number {
  return mostADay === undefined ? Number.POSITIVE_INFINITY : mostADay - (onDay[day] ?? 0)
}

/**
 * For each reviewer, a largest set of slots that can all be booked together, in order of time; it
 * is also largest among the slots from any instant on. Because slots do not overlap, it is enough
 * to go backwards and always take the latest slot that keeps the buffer and the daily maximum.
 */
export function findMaxCompatibleSlots({ slots, reviewers }: Problem): number[][] {
  const ofReviewer = groupIndexes(slots, ({ reviewer }) => reviewer)
  return reviewers.map((reviewer, index) => {
    const taken: number[] = []
    const onDay = new Map<number, number>()
    let freeUntil = Number.POSITIVE_INFINITY
    for (const place of (ofReviewer.get(index) ?? []).toReversed()) {
      const slot = slots[place]
      if (!slot || slot.endsAt > freeUntil) continue
      const already = onDay.get(slot.day) ?? 0
      if (already >= getRemainingOnDay(reviewer, slot.day)) continue
      onDay.set(slot.day, already + 1)
      freeUntil = slot.startsAt - reviewer.buffer
      taken.push(place)
    }
    return taken.toReversed()
  })
}
