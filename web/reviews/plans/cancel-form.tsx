import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate } from 'react-router'
import { Cancellation, cancelBooking } from '#contract/reviews/cancellation.ts'
import type { Review } from '#contract/reviews.ts'
import { useChange } from '#web/kit/call/query.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { startsHere } from '#web/kit/page/dialogs.ts'
import { toastServerMessage } from '#web/kit/page/toast.ts'
import { paths } from '#web/paths.ts'
import type { Colleague } from '../api.ts'
import { bookingInWords } from './booking-in-words.ts'
import { tellChange } from './tell-change.tsx'

type Props = { review: Review; role: Colleague; timeZone: string; close: () => void }

/** Asks why a booking is cancelled, and cancels it. */
export function CancelForm({ review, role, timeZone, close }: Props) {
  const { _id: reviewId, student } = review
  const navigate = useNavigate()
  const cancel = useChange(cancelBooking[role], async (change) => {
    const done = await change()
    // It is no longer one of the reviewer's: nothing may ask for it again.
    if (role === 'reviewer') await navigate(paths.reviewerReviews)
    return done
  })
  const { form, submit } = useSchemaForm(Cancellation, {
    ...{ reviewId, reason: '', removeSlot: false },
  })
  const booked = bookingInWords(review, timeZone)

  const send = submit(async (value) => {
    try {
      const { message } = await cancel.mutateAsync({ body: { value } })
      const text = `${student.name}, ${booked}, waits for another slot`
      tellChange({ message, text, reviewId, role, timeZone })
      close()
    } catch (error) {
      toastServerMessage(error)
      throw error
    }
  })

  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text>
          {student.name} loses {booked}, and waits for another slot. Student, reviewer and advisor
          read the reason.
        </Text>
        <Textarea
          label="Reason"
          autosize
          minRows={2}
          {...startsHere}
          {...form.getInputProps('reason')}
        />
        {role === 'reviewer' && (
          <Radio.Group
            label="The slot"
            value={form.values.removeSlot ? 'remove' : 'keep'}
            onChange={(which) => form.setFieldValue('removeSlot', which === 'remove')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="keep" label="Keep the slot for others" />
              <Radio value="remove" label="Remove the slot" />
            </Stack>
          </Radio.Group>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Keep it
          </Button>
          <Button
            type="submit"
            bg="var(--state-red-text)"
            c="var(--card)"
            loading={cancel.isPending}
          >
            Cancel booking
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
