import { Radio, Stack, Text } from '@mantine/core'
import type { Review } from '#contract/reviews/reviews.ts'
import { Cancellation, cancelBooking } from '#contract/reviews/scheduling/cancellation.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { DialogForm } from '#web/kit/page/overlays/dialog-buttons.tsx'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { formatBooking } from '../format-booking.ts'
import { ReasonField } from '../reason-field.tsx'
import { toastUndoableChange } from '../toast-undoable-change.tsx'
import { useLeavePageFirst } from './use-leave-page-first.ts'

type Props = {
  review: Review
  role: RoleAbleTo<'cancel bookings'>
  /** Called after the cancellation. */
  onCancelled?: () => void
}

/** Opens the dialog that asks for a reason and cancels the booking. */
export function openCancelForm(props: Props): void {
  openContentDialog('Cancel booking', (close) => <CancelForm {...props} close={close} />)
}

function CancelForm({ review, role, onCancelled, close }: Props & { close: () => void }) {
  const { _id: reviewId, student } = review
  const timeZone = useSchoolZone()
  const cancel = useApiMutation(cancelBooking[role], useLeavePageFirst(role))
  const { form, submit } = useSchemaForm(Cancellation, {
    reviewId,
    reason: '',
    removeSlot: false,
  })
  const booked = formatBooking(review, timeZone)

  const send = submit(async (value) => {
    const { message } = await cancel.mutateAsync({ body: { value } })
    const text = `${student.name}, ${booked}. The review needs another slot`
    toastUndoableChange({ message, text, reviewId, role })
    close()
    onCancelled?.()
  }, toastServerErrorMessage)

  return (
    <DialogForm
      onSubmit={send}
      close={close}
      cancel="Keep booking"
      label="Cancel booking"
      busy={cancel.isPending}
      isDangerous
    >
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
    </DialogForm>
  )
}
