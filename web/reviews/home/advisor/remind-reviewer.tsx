import {
  findReminderRecipient,
  remindResponsiblePerson,
} from '#contract/notifications/send-reminder.ts'
import type { AdvisedReview } from '#contract/reviews.ts'
import { useChange } from '#web/kit/call/query.ts'
import { RemindButton } from '../../list/remind-button.tsx'

/** Sends a reminder to the reviewer about missing marks; not shown if the reviewer is blocked. */
export function RemindReviewer({ review }: { review: AdvisedReview }) {
  const change = useChange(remindResponsiblePerson.advisor)
  const person = findReminderRecipient(review, 'advisor')
  return person && <RemindButton {...{ review, change, person }} />
}
