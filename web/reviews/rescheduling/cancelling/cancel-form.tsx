import { Radio, Stack, Text } from '@mantine/core'
import type { Review } from '#contract/reviews/reviews.ts'
import { Cancellation, cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import type { AbleTo } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogButtons } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'
import { formatBooking } from '../format-booking.ts'
import { ReasonField } from '../reason-field.tsx'
import { toastUndoableChange } from '../toast-undoable-change.tsx'
import { useNavigateAfterChange } from './use-navigate-after-change.ts'

type Props = {
  review: Review
  role: AbleTo<'cancel bookings'>
  timeZone: string
  close: () => void
}

/** Asks for a reason and cancels the booking. */
export function CancelForm({ review, role, timeZone, close }: Props) {
  const { _id: reviewId, student } = review
  const cancel = useApiMutation(cancelBooking[role], useNavigateAfterChange(role))
  const { form, submit } = useSchemaForm(Cancellation, {
    ...{ reviewId, reason: '', removeSlot: false },
  })
  const booked = formatBooking(review, timeZone)

  const send = submit(async (value) => {
    const { message } = await cancel.mutateAsync({ body: { value } })
    const text = `${student.name}, ${booked}. The review needs another slot`
    toastUndoableChange({ message, text, reviewId, role, timeZone })
    close()
  }, toastServerMessage)

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text>
          {student.name} loses the slot {booked} and needs another one. The student, reviewer and
          advisor will see the reason.
        </Text>
        <ReasonField {...form.getInputProps('reason')} />
        {role === 'reviewer' && (
          <Radio.Group
            label="The slot"
            value={form.values.removeSlot ? 'remove' : 'keep'}
            onChange={(which) => form.setFieldValue('removeSlot', which === 'remove')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="keep" label="Keep the slot open" />
              <Radio value="remove" label="Remove the slot" />
            </Stack>
          </Radio.Group>
        )}
        <DialogButtons
          close={close}
          cancel="Keep booking"
          label="Cancel booking"
          busy={cancel.isPending}
          isDangerous
        />
      </Stack>
    </form>
  )
}
