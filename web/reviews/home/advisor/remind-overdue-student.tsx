import { dueLabel } from '#contract/reviews/due.ts'
import type { AdvisedReview } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { RemindStudent } from '../../list/remind-student.tsx'

/** Sends a reminder to the student; only shown for an overdue review. */
export function RemindOverdueStudent({ review }: { review: AdvisedReview }) {
  const { overdue } = dueLabel(review.date, useNow(), useSchoolZone())
  return overdue && !review.isStudentBlocked && <RemindStudent review={review} />
}
