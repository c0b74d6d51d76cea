import { groupIndexes, type Problem } from './problem.ts'

/** So many more reviews a reviewer takes on a day. */
export function remainingOnDay(
  { mostADay, onDay }: Problem['reviewers'][number],
  day: number,
): number {
  return mostADay === undefined ? Number.POSITIVE_INFINITY : mostADay - (onDay[day] ?? 0)
}

/**
 * Of each reviewer slots that can all be booked together, in the order in which they begin: as many
 * as there can be, and of those from any instant on too. Slots of one reviewer do not overlap: whoever
 * takes the latest that still keeps the buffer and the day's room each time has, after any number of
 * them, lost the least time, and so has the most.
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
      if (already >= remainingOnDay(reviewer, slot.day)) continue
      onDay.set(slot.day, already + 1)
      freeUntil = slot.startsAt - reviewer.buffer
      taken.push(place)
    }
    return taken.toReversed()
  })
}
