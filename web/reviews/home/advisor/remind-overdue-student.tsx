import { getDueLabel } from '#contract/reviews/due-date.ts'
import { type AdvisorReview, isOnHold } from '#contract/reviews/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { RemindStudent } from '../../list/remind-student.tsx'

/** Sends a reminder to the student; only shown for an overdue review. */
export function RemindOverdueStudent({ review }: { review: AdvisorReview }) {
  const { overdue } = getDueLabel(review.date, useNow(), useSchoolZone())
  return overdue && !isOnHold(review) && <RemindStudent review={review} />
}
