import { twoDigits } from '#contract/kit/time/week.ts'
import type { Review } from '#contract/reviews.ts'

/** What a review is called: 'Arjun Petrov, week 03'; nothing before it is known. */
export function formatReviewName(review: Review | undefined): string | undefined {
  return review && `${review.student.name}, week ${twoDigits(review.week)}`
}
