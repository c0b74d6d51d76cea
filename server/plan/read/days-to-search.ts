import type { OpenSlot, WaitingReview } from '../matching/problem.ts'
import type { Span } from '../queries.ts'
import type { BookingCalendar } from './reviewer-loads.ts'

export type SearchWindow = Pick<WaitingReview, 'from' | 'earliestDay' | 'dueDay'>

/** At least this many days are searched, from the first day on which a review can have a slot. */
const minDays = 3

/**
 * The days to search for slots: for each review from the first possible day until it is due, and at
 * least three days.
 */
export function getDaysToSearch(
  reviews: SearchWindow[],
  { dayCount }: BookingCalendar,
): Set<number> {
  const days = new Set<number>()
  for (const { earliestDay, dueDay } of reviews) {
    const last = Math.min(dayCount - 1, Math.max(dueDay, earliestDay + minDays - 1))
    for (let day = earliestDay; day <= last; day++) days.add(day)
  }
  return days
}

/**
 * Converts days to time ranges, split where a review's first possible instant lies. The first slots
 * of each range are read, so this includes those right after each such instant.
 */
export function toSpans(
  days: Set<number>,
  reviews: SearchWindow[],
  calendar: BookingCalendar,
): Span[] {
  const cuts = [...new Set(reviews.map(({ from }) => from))].toSorted((a, b) => a - b)
  return [...days]
    .toSorted((a, b) => a - b)
    .flatMap((day) => {
      const [begins = 0, ends = 0] = calendar.days.slice(day, day + 2)
      const bounds = [begins, ...cuts.filter((cut) => begins < cut && cut < ends), ends]
      return bounds
        .slice(1)
        .map((until, place) => ({ since: bounds[place] ?? begins, until }))
        .filter(({ until }) => until > calendar.now)
    })
}

/** A review, the first day on which it can have a slot, and the last day that is as good as any. */
export type AcceptableDays = Omit<SearchWindow, 'dueDay'> &
  Pick<WaitingReview, 'domain' | 'repeatReviewer'> & { lastDay: number }

type Known = { slots: OpenSlot[]; isOf: (reviewer: number, domain: number) => boolean }

/**
 * Further days to search if the known slots are too few. Counted are the slots that a review can
 * have with a reviewer other than the repeated one, compared with the number of reviews of its
 * domain.
 */
export function getFurtherDays(
  reviews: AcceptableDays[],
  { slots, isOf }: Known,
  { read, needed, calendar }: { read: Set<number>; needed: number[]; calendar: BookingCalendar },
): Set<number> {
  const kinds = Map.groupBy(
    reviews,
    ({ domain, repeatReviewer, from }) => `${domain} ${repeatReviewer} ${from}`,
  )
  const days = [...kinds.values()].flatMap(([review]) => {
    if (!review) return []
    const { domain, repeatReviewer, from, earliestDay, lastDay } = review
    const unread = [...Array(calendar.dayCount).keys()].filter(
      (day) => day >= earliestDay && !read.has(day),
    )
    if (unread.length === 0) return []
    const suits = ({ startsAt, day, reviewer }: OpenSlot) =>
      startsAt >= from && day <= lastDay && reviewer !== repeatReviewer && isOf(reviewer, domain)
    return slots.filter(suits).length < (needed[domain] ?? 0) ? unread : []
  })
  return new Set(days)
}
