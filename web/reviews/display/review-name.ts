import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'

/** 'Arjun Petrov, week 03'; undefined until the review is loaded. */
export function formatReviewName(review: Review | undefined): string | undefined {
  return review && `${review.student.name}, week ${formatWeekNumber(review.week)}`
}
