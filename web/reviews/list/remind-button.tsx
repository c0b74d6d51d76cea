import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { AdvisorReview } from '#contract/reviews/reviews.ts'
import { OnceButton } from '#web/kit/form/once-button.tsx'
import { toastReply } from '#web/kit/page/overlays/toast.ts'

type Reminding = {
  mutateAsync: (input: { body: { value: { reviewId: string } } }) => Promise<{ message: string }>
  isPending: boolean
}

type Props = {
  review: AdvisorReview
  /** The API call that sends the reminder. */
  change: Reminding
  person: { name: string }
}

/** Sends a reminder about a review, once a day. */
export function RemindButton({ review, change: { mutateAsync, isPending }, person }: Props) {
  const { _id: reviewId, week, remindedToday } = review
  return (
    <OnceButton
      text="Remind"
      doneText="Reminded"
      to={`${person.name}, week ${formatWeekNumber(week)}`}
      isDone={remindedToday}
      variant="subtle"
      px={8}
      fw={400}
      loading={isPending}
      onPress={() => toastReply(mutateAsync({ body: { value: { reviewId } } }))}
    />
  )
}
