import { getItem, type OpenSlot, type Problem, type WaitingReview } from './problem.ts'

/** A part of a day. A review can have all of its slots or none; instants are ms since 1970. */
export type DayPart = { day: number; startsAt: number }

/** The parts of a problem's days in order of time, and the index of each slot's part. */
export function splitIntoDayParts({ slots, reviews }: Problem): {
  parts: DayPart[]
  partOf: number[]
} {
  const starts = [...new Set(reviews.map(({ from }) => from))].sort((a, b) => a - b)
  const parts: DayPart[] = []
  let next = 0
  const partOf = slots.map(({ startsAt, day }) => {
    const begun = next
    while ((starts[next] ?? Number.POSITIVE_INFINITY) <= startsAt) next++
    if (parts.at(-1)?.day !== day || next > begun) parts.push({ day, startsAt })
    return parts.length - 1
  })
  return { parts, partOf }
}

/** Whether a slot that begins then is not too early for the review. */
export function isNotTooEarly(
  { from }: WaitingReview,
  { startsAt }: { startsAt: number },
): boolean {
  return startsAt >= from
}

/** Whether a day is after the due date; always false for a review that is already overdue. */
export function isLate({ dueDay }: Pick<WaitingReview, 'dueDay'>, day: number): boolean {
  return dueDay >= 0 && day > dueDay
}

/** Whether a slot is too early only because the review is not planned as soon as possible. */
export function isTooEarlyUnlessSoonest(
  review: WaitingReview,
  slot: { startsAt: number },
): boolean {
  return slot.startsAt >= review.soonestFrom && !isNotTooEarly(review, slot)
}

/** Whether a slot on one of the review's possible days begins within the notice. */
export function isWithinNotice(review: WaitingReview, slot: OpenSlot): boolean {
  return slot.day >= review.earliestDay && !isNotTooEarly(review, slot)
}

/** Whether a review can have a slot: it is not too early, and the reviewer is of the domain. */
export function fitsReview(
  { reviewers }: Pick<Problem, 'reviewers'>,
  review: WaitingReview,
  slot: OpenSlot,
): boolean {
  return (
    isNotTooEarly(review, slot) && getItem(reviewers, slot.reviewer).domains.includes(review.domain)
  )
}
