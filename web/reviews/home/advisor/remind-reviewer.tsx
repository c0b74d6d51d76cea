import { findReminderRecipient, remindTurn } from '#contract/notifications/send-reminder.ts'
import type { AdvisedReview } from '#contract/reviews.ts'
import { useChange } from '#web/kit/call/query.ts'
import { RemindButton } from '../../list/remind-button.tsx'

/** Reminds the reviewer of marks that are owed; nothing where the reviewer is blocked. */
export function RemindReviewer({ review }: { review: AdvisedReview }) {
  const change = useChange(remindTurn.advisor)
  const person = findReminderRecipient(review, 'advisor')
  return person && <RemindButton {...{ review, change, person }} />
}
