import { reviewRefusals } from '#contract/reviews/reviews.ts'
import { bookingRefusals } from '#contract/reviews/scheduling/booking.ts'

/** Whether an error message means that the review needs no slot any more, or is gone. */
export function isReviewError(said: string | undefined): boolean {
  const reasons = [bookingRefusals.notToSchedule, reviewRefusals.unknown]
  return reasons.some(({ message }) => message === said)
}
