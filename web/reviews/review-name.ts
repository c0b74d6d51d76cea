import type { Review } from '#contract/reviews.ts'
import { twoDigits } from '#web/kit/look/week.ts'

/** What a review is called: 'Arjun Petrov, week 03'; nothing before it is known. */
export function reviewName(review: Review | undefined): string | undefined {
  return review && `${review.student.name}, week ${twoDigits(review.week)}`
}
