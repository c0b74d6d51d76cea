import type { Review } from '#contract/reviews.ts'
import type { ListedReviewer } from '#contract/slots/reviewers.ts'
import { formatSlotRelative } from '#web/slots/format.ts'

const never = '9999-12-31T00:00:00.000Z'

/** The reviewers of a student's domain, and the others; who is free first comes first. */
export function groupReviewers(reviewers: ListedReviewer[], review: Review | undefined) {
  const firstOf = ({ firstFree }: ListedReviewer) => Date.parse(firstFree?.startsAt ?? never)
  // Of those who are free at the same time, the list's own order holds: by name.
  const sorted = reviewers.toSorted((one, other) => firstOf(one) - firstOf(other))
  const domain = review?.student.domain?._id
  const isOwn = (one: ListedReviewer) => one.domain.some(({ _id }) => _id === domain)
  return { own: sorted.filter(isOwn), others: sorted.filter((one) => !isOwn(one)) }
}

/** Who of the student's domain can be booked first; undefined if nobody is free. */
export function suggestReviewer(
  reviewers: ListedReviewer[],
  review: Review,
): ListedReviewer | undefined {
  return groupReviewers(reviewers, review).own.find(({ freeSlots }) => freeSlots > 0)
}

/** What is free of a reviewer: '4 free, first Tomorrow, 10:00 AM'. */
export function formatFreeSlots({ freeSlots, firstFree }: ListedReviewer, today: string): string {
  return firstFree
    ? `${freeSlots} free, first ${formatSlotRelative(firstFree, today)}`
    : 'none free'
}
