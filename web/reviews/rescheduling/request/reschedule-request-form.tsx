import { Button, Group, Text } from '@mantine/core'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { requestedSlotsMax } from '#contract/limits/reviews.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { countReviewsWithoutSlot } from '#contract/reviews/scheduling/free-slots.ts'
import {
  RescheduleRequestInput,
  requestReschedule,
} from '#contract/reviews/scheduling/reschedule-requests.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormStack } from '#web/kit/form/form-stack.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { FreeSlots } from '../free-slots.tsx'
import { ReasonField } from '../reason-field.tsx'
import styles from './request-form.module.css'

type Props = { review: Review; close: () => void }

/** A student's reschedule request: the reason, and which free slots would suit. */
export function RescheduleRequestForm({ review, close }: Props) {
  const { _id: reviewId, wish } = review
  const ask = useApiMutation(requestReschedule)
  const { form, submit } = useSchemaForm(RescheduleRequestInput, {
    reviewId,
    reason: wish?.reason ?? '',
    slots: wish?.slots.flatMap(({ _id, isBooked }) => (isBooked ? [] : [_id])) ?? [],
  })
  const { slots } = form.values

  function press({ _id }: SlotWithReviewer) {
    const others = slots.filter((one) => one !== _id)
    form.setFieldValue('slots', others.length < slots.length ? others : [...slots, _id])
  }

  const send = submit(async (value) => {
    const { message } = await ask.mutateAsync({ body: { value } })
    toastSuccess(message)
    close()
  }, toastServerErrorMessage)

  return (
    <FormStack onSubmit={send}>
      <WaitingLine />
      <ReasonField {...form.getInputProps('reason')} />
      <Text role="status">
        Select up to {requestedSlotsMax} times that work for you, best first. {slots.length}{' '}
        selected.
      </Text>
      <FreeSlots
        review={review}
        press={press}
        viewer="student"
        order={3}
        picked={slots}
        isFull={slots.length >= requestedSlotsMax}
        isRanked
      />
      <Group justify="flex-end" className={styles.send ?? ''}>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" loading={ask.isPending}>
          Request reschedule
        </Button>
      </Group>
    </FormStack>
  )
}

/** How many others in the domain wait for a slot. */
function WaitingLine() {
  const line = useApiQuery(countReviewsWithoutSlot, {}, { onlyLogged: true }).data
  if (!line) return <Text>&nbsp;</Text>
  if (line.waiting === 0) return <Text>Nobody else in your domain is waiting for a slot.</Text>
  const others = formatCount(line.waiting, 'other student is', 'other students are')
  return <Text>{others} waiting for a slot in your domain.</Text>
}
