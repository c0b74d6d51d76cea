/** A review to plan. Domain, slots and reviewer are indexes into the problem's lists. */
export type WaitingReview = {
  domain: number
  /** The requested slots, most preferred first. */
  requestedSlots: number[]
  /** The day it is due, counted like the days of slots; negative if it is overdue. */
  dueDay: number
  /** The best day, if a slot before the due date is possible. */
  aimDay: number
  /** The earliest instant at which its slot may begin, and the day of that instant. */
  from: number
  earliestDay: number
  /** What `from` would be if it were planned as soon as possible. */
  soonestFrom: number
  /** The reviewer of the student's last two reviews, if both had the same one. */
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
  /** The minimum time between two reviews, in ms. */
  buffer: number
  mostADay: number | undefined
  /** The number of reviews they already have, by day and by week. */
  onDay: number[]
  inWeek: number[]
}

/**
 * The input of the planner. If there are too few slots, earlier reviews in the list come first.
 * Slots are sorted by start, and those of one reviewer do not overlap.
 */
export type Problem = {
  /** The date (YYYY-MM-DD) of day 0, and the school's notice; both are used in the reasons. */
  today: string
  noticeHours: number
  /** Whether the earliest slots are best, whoever has them. */
  isSoonest: boolean
  reviews: WaitingReview[]
  slots: OpenSlot[]
  reviewers: OpenReviewer[]
}

/** For each review the index of its slot, or undefined. */
export type Plan = (number | undefined)[]

export function groupIndexes<T, Key>(
  items: readonly T[],
  keyOf: (item: T) => Key,
): Map<Key, number[]> {
  return Map.groupBy(items.keys(), (place) => keyOf(getItem(items, place)))
}

/** The item at an index that must exist; throws otherwise. */
export function getItem<T>(items: readonly T[], place: number): T {
  const item = items[place]
  if (item === undefined) throw new Error(`there is nothing at place ${place}`)
  return item
}
