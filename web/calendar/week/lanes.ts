/** A span of time in ms since 1970. */
type Span = { startsAt: string; endsAt: string }

/** Where something stands beside what is at the same time: the how manieth of how many. */
export type LanedItem<T> = { item: T; lane: number; lanes: number }

/**
 * Puts what is at the same time beside each other, in as few lanes as there is room for: `items`
 * by their beginnings. What touches only does not overlap.
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
