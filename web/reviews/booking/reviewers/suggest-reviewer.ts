import type { Review } from '#contract/reviews/reviews.ts'
import type { ListedReviewer } from '#contract/slots/reviewers.ts'
import { formatSlotRelative } from '#web/slots/format.ts'

const never = '9999-12-31T00:00:00.000Z'

/** Groups reviewers into those of the student's domain and the others, earliest free slot first. */
export function groupReviewers(reviewers: ListedReviewer[], review: Review | undefined) {
  const firstOf = ({ firstFree }: ListedReviewer) => Date.parse(firstFree?.startsAt ?? never)
  // Ties keep the list's order, by name.
  const sorted = reviewers.toSorted((one, other) => firstOf(one) - firstOf(other))
  const domain = review?.student.domain?._id
  const isOwn = (one: ListedReviewer) => one.domain.some(({ _id }) => _id === domain)
  return { own: sorted.filter(isOwn), others: sorted.filter((one) => !isOwn(one)) }
}

/** The reviewer of the student's domain who is free first; undefined if nobody is free. */
export function suggestReviewer(
  reviewers: ListedReviewer[],
  review: Review,
): ListedReviewer | undefined {
  return groupReviewers(reviewers, review).own.find(({ freeSlots }) => freeSlots > 0)
}

/** A reviewer's free slots: '4 free, first Tomorrow, 10:00 AM'. */
export function formatFreeSlotSummary(
  { freeSlots, firstFree }: ListedReviewer,
  today: string,
): string {
  return firstFree
    ? `${freeSlots} free, first ${formatSlotRelative(firstFree, today)}`
    : 'none free'
}
