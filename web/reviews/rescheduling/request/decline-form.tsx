import { Text } from '@mantine/core'
import { needsSlot, type Review } from '#contract/reviews/reviews.ts'
import {
  DeclineRequestInput,
  declineRescheduleRequest,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { ReasonField } from '../reason-field.tsx'

export const declineTitle = 'Decline reschedule request'

type Props = { review: Review; close: () => void; onDeclined: () => void }

/** Asks why a reschedule request is declined, and sends the answer to the student. */
export function DeclineForm({ review, close, onDeclined }: Props) {
  const { _id: reviewId, student } = review
  const { mutateAsync, isPending } = useApiMutation(declineRescheduleRequest)
  const { form, submit } = useSchemaForm(DeclineRequestInput, { reviewId, reason: '' })

  const send = submit(async (value) => {
    const { message } = await mutateAsync({ body: { value } })
    close()
    onDeclined()
    toastSuccess(message)
  }, toastServerErrorMessage)

  return (
    <DialogForm
      onSubmit={send}
      close={close}
      cancel="Back"
      label="Decline request"
      busy={isPending}
    >
      <Text>
        {needsSlot(review) ? 'You can still book any slot.' : 'The booking stays as it is.'}{' '}
        {student.name} will see the reason.
      </Text>
      <ReasonField {...form.getInputProps('reason')} />
    </DialogForm>
  )
}
