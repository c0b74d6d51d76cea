import { remindStudent } from '#contract/notifications/send-reminder.ts'
import type { AdvisorReview } from '#contract/reviews/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { RemindButton } from './remind-button.tsx'

/** Reminds the student of a coming review, once a day. */
export function RemindStudentButton({ review }: { review: AdvisorReview }) {
  const change = useApiMutation(remindStudent)
  return <RemindButton review={review} change={change} person={review.student} />
}
