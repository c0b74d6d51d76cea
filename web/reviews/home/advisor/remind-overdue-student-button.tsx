import { getDueLabel } from '#contract/reviews/due-date.ts'
import { type AdvisorReview, isOnHold } from '#contract/reviews/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { RemindStudentButton } from '../../list/remind-student-button.tsx'

/** Sends a reminder to the student; only shown for an overdue review. */
export function RemindOverdueStudentButton({ review }: { review: AdvisorReview }) {
  const { overdue } = getDueLabel(review.date, useNow(), useSchoolZone())
  return overdue && !isOnHold(review) && <RemindStudentButton review={review} />
}
