import { twoDigits } from '#contract/kit/time/week.ts'
import type { Review } from '#contract/reviews.ts'

/** 'Arjun Petrov, week 03'; undefined until the review is loaded. */
export function formatReviewName(review: Review | undefined): string | undefined {
  return review && `${review.student.name}, week ${twoDigits(review.week)}`
}
