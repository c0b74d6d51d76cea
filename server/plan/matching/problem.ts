/** A review that waits: domain, requested slots and reviewer are named by their place in the problem's lists. */
export type WaitingReview = {
  domain: number
  /** The slots that its student asked for, the dearest first. */
  requestedSlots: number[]
  /** The day on which it is due, counted as those of slots are; below 0 it is overdue. */
  dueDay: number
  /** The day on which it is best before it is due. */
  aimDay: number
  /** It has no slot that begins before then: an instant, and the day of the first ones. */
  from: number
  earliestDay: number
  /** The same instant if it were planned as soon as possible. */
  soonestFrom: number
  /** The reviewer of the student's last two reviews, if it was the same one. */
  repeatReviewer: number | undefined
}

/** A slot that can be booked; instants are ms since 1970, days and weeks are counted from 0. */
export type OpenSlot = {
  reviewer: number
  startsAt: number
  endsAt: number
  day: number
  week: number
}

export type OpenReviewer = {
  domains: number[]
  /** Between two reviews, in ms. */
  buffer: number
  mostADay: number | undefined
  /** How many reviews they have already, by day and by week. */
  onDay: number[]
  inWeek: number[]
}

/**
 * What is to be matched. Reviews come in the order in which they have a slot where there are not
 * enough for all; slots in the order in which they begin, and those of one reviewer do not overlap.
 */
export type Problem = {
  /** The date (YYYY-MM-DD) of the first day, and the school's notice: that is told where none fits. */
  today: string
  noticeHours: number
  /** Whether the earliest slots are the best, whoever has them. */
  isSoonest: boolean
  reviews: WaitingReview[]
  slots: OpenSlot[]
  reviewers: OpenReviewer[]
}

/** For each review its slot, or none. */
export type Plan = (number | undefined)[]

/** Places of a list's items by a key of theirs. */
export function groupIndexes<T, Key>(
  items: readonly T[],
  keyOf: (item: T) => Key,
): Map<Key, number[]> {
  return Map.groupBy(items.keys(), (place) => keyOf(at(items, place)))
}

/** The item at a place that the list has for certain; raises an error if it has none. */
export function at<T>(items: readonly T[], place: number): T {
  const item = items[place]
  if (item === undefined) throw new Error(`there is nothing at place ${place}`)
  return item
}
