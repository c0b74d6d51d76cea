import {
  findReminderRecipient,
  remindResponsiblePerson,
} from '#contract/notifications/send-reminder.ts'
import type { AdvisorReview } from '#contract/reviews/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { RemindButton } from '../../list/remind-button.tsx'

/** Sends a reminder to the reviewer about missing marks; not shown if the reviewer is blocked. */
export function RemindReviewerButton({ review }: { review: AdvisorReview }) {
  const change = useApiMutation(remindResponsiblePerson.advisor)
  const person = findReminderRecipient(review, 'advisor')
  return person && <RemindButton review={review} change={change} person={person} />
}
