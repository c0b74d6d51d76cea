import { twoDigits } from '#contract/kit/week.ts'
import { remindStudent } from '#contract/notices/remind.ts'
import type { AdvisedReview } from '#contract/reviews.ts'
import { useChange } from '#web/kit/call/query.ts'
import { OnceButton } from '#web/kit/form/once-button.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'

/** Reminds the student of a review that is still to come, once a day. */
export function RemindStudent({ review }: { review: AdvisedReview }) {
  const { mutateAsync, isPending } = useChange(remindStudent)
  const { _id: reviewId, student, week, remindedToday } = review

  async function remind() {
    try {
      const { message } = await mutateAsync({ body: { value: { reviewId } } })
      toastSuccess(message)
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <OnceButton
      text="Remind"
      doneText="Reminded"
      to={`${student.name}, week ${twoDigits(week)}`}
      isDone={remindedToday}
      variant="subtle"
      px={8}
      fw={400}
      loading={isPending}
      onPress={remind}
    />
  )
}
