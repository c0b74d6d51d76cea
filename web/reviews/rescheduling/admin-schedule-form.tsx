import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { needsSlot, type Review } from '#contract/reviews/reviews.ts'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { openContentDialog } from '#web/kit/page/overlays/dialogs.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { formatMove, formatSlotWithReviewer } from './format-booking.ts'
import { FreeSlots } from './free-slots.tsx'
import styles from './request/request-form.module.css'
import { toastUndoableChange } from './toast-undoable-change.tsx'

/** Lets an admin book or change the slot of any review. */
export function openScheduleForm(review: Review): void {
  const title = needsSlot(review) ? 'Book slot' : 'Move review'
  openContentDialog(title, (close) => <ScheduleForm review={review} title={title} close={close} />)
}

type Props = { review: Review; title: string; close: () => void }

function ScheduleForm({ review, title, close }: Props) {
  const { _id: reviewId, student } = review
  const timeZone = useSchoolZone()
  const [picked, setPicked] = useState<SlotWithReviewer>()
  const isFirst = needsSlot(review)
  const schedule = useApiMutation(isFirst ? bookSlot.admin : moveReview.admin)
  const what =
    picked &&
    (isFirst
      ? `${formatSlotWithReviewer(picked)} for ${student.name}`
      : formatMove(review, picked, timeZone))

  async function send() {
    if (!picked) return
    await toastIfFails(async () => {
      const value = { reviewId, reviewer: picked.reviewer._id, slot: picked._id }
      const { message } = await schedule.mutateAsync({ body: { value } })
      close()
      if (isFirst) toastSuccess(message)
      else toastUndoableChange({ message, text: `Moved ${what}`, reviewId, role: 'admin' })
    })
  }

  return (
    <Stack>
      <FreeSlots
        review={review}
        viewer="admin"
        order={3}
        picked={picked ? [picked._id] : []}
        press={(slot) => setPicked(slot._id === picked?._id ? undefined : slot)}
      />
      <Group justify="flex-end" className={styles.send ?? ''}>
        <Text role="status" flex={1} miw={200}>
          {what ? `${isFirst ? 'Books' : 'Moves'} ${what}.` : 'Pick a slot.'}
        </Text>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={!picked} loading={schedule.isPending} onClick={send}>
          {title}
        </Button>
      </Group>
    </Stack>
  )
}
