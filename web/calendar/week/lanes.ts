/** A range between two instants (ISO). */
type Span = { startsAt: string; endsAt: string }

/** An item with its lane among overlapping ones, and their number of lanes. */
export type LanedItem<T> = { item: T; lane: number; lanes: number }

/**
 * Assigns overlapping items to as few lanes as possible. `items` are sorted by start; adjacent ones
 * do not overlap.
 */
export function assignLanes<T extends Span>(items: T[]): LanedItem<T>[] {
  const placed: LanedItem<T>[] = []
  let group: LanedItem<T>[] = []
  let ends: string[] = []
  const close = () => {
    for (const one of group) one.lanes = ends.length
    group = []
    ends = []
  }
  for (const item of items) {
    if (ends.every((end) => end <= item.startsAt)) close()
    const free = ends.findIndex((end) => end <= item.startsAt)
    const lane = free < 0 ? ends.length : free
    ends[lane] = item.endsAt
    const one = { item, lane, lanes: 1 }
    group.push(one)
    placed.push(one)
  }
  close()
  return placed
}
