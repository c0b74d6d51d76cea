import type { OpenSlot, WaitingReview } from '../matching/problem.ts'
import type { Span } from '../queries.ts'
import type { Calendar } from './reviewer-loads.ts'

export type Aimed = Pick<WaitingReview, 'from' | 'earliestDay' | 'dueDay'>

/** A review is looked for a slot in the day that it is planned for, and so many days from its first. */
const minDays = 3

/**
 * The days whose slots suit these reviews: from the first day that each can have up to the day it is
 * due, and three days at least.
 */
export function getDaysToSearch(reviews: Aimed[], { dayCount }: Calendar): Set<number> {
  const days = new Set<number>()
  for (const { earliestDay, dueDay } of reviews) {
    const last = Math.min(dayCount - 1, Math.max(dueDay, earliestDay + minDays - 1))
    for (let day = earliestDay; day <= last; day++) days.add(day)
  }
  return days
}

/**
 * Those days as spans of time, cut where a review may begin to have a slot: of each span the first
 * slots are read, so that those are among them which begin at the earliest instant of a review.
 */
export function toSpans(days: Set<number>, reviews: Aimed[], calendar: Calendar): Span[] {
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

/** A review, from which day on it can have a slot, and up to which day that is as good as any. */
export type DayQuery = Omit<Aimed, 'dueDay'> &
  Pick<WaitingReview, 'domain' | 'repeatReviewer'> & { lastDay: number }

type Known = { slots: OpenSlot[]; isOf: (reviewer: number, domain: number) => boolean }

/**
 * The days that are to be read too, where those of these reviews hold too few slots: those that a
 * review can have, by others than the reviewer it had twice, are counted against so many of its domain.
 */
export function getFurtherDays(
  reviews: DayQuery[],
  { slots, isOf }: Known,
  { read, needed, calendar }: { read: Set<number>; needed: number[]; calendar: Calendar },
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
