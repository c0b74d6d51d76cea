import { Button, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { moveReview } from '#contract/reviews/scheduling/rescheduling.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { ActionBar } from '#web/kit/page/action-bar.tsx'
import { toastIfFails } from '#web/kit/page/overlays/toast.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { formatMove, formatSlotWithReviewer } from './format-booking.ts'
import { FreeSlots } from './free-slots.tsx'
import { SlotChips } from './request/slot-chips.tsx'
import { toastUndoableChange } from './toast-undoable-change.tsx'

/** Moves a booked review: the student's requested slots first, then all free ones. */
export function MoveBookingForm({ review, onMoved }: { review: Review; onMoved: () => void }) {
  const { _id: reviewId, student, wish } = review
  const timeZone = useSchoolZone()
  const [picked, setPicked] = useState<SlotWithReviewer>()
  const move = useApiMutation(moveReview.advisor)
  const requestedSlots = wish?.slots.filter(({ isBooked }) => !isBooked) ?? []
  const chips = { picked: picked ? [picked._id] : [], press: pick }

  function pick(slot: SlotWithReviewer) {
    setPicked(slot._id === picked?._id ? undefined : slot)
  }

  const what = picked && formatMove(review, picked, timeZone)

  async function moveIt() {
    if (!picked || !what) return
    await toastIfFails(async () => {
      const value = { reviewId, reviewer: picked.reviewer._id, slot: picked._id }
      const { message } = await move.mutateAsync({ body: { value } })
      setPicked(undefined)
      toastUndoableChange({ message, text: `Moved ${what}`, reviewId, role: 'advisor' })
      onMoved()
    })
  }

  return (
    <Stack w="100%">
      <Title order={3}>Move to another slot</Title>
      {wish && (
        <Stack gap={4}>
          <Text>
            <bdi>{student.name}</bdi> asked to reschedule: “<bdi>{wish.reason}</bdi>”
          </Text>
          {requestedSlots.length > 0 && (
            <SlotChips
              label={`Slots requested by ${student.name}`}
              slots={requestedSlots}
              {...chips}
            >
              {formatSlotWithReviewer}
            </SlotChips>
          )}
        </Stack>
      )}
      <FreeSlots review={review} viewer="advisor" order={4} {...chips} />
      <ActionBar message={what && `Moves ${what}.`}>
        {what && (
          <Button loading={move.isPending} onClick={moveIt}>
            Move review
          </Button>
        )}
      </ActionBar>
    </Stack>
  )
}
