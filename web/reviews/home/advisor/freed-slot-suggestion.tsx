import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  type FreedSlotOffer,
  listFreedSlotOffers,
} from '#contract/availability/freed-slot-offers.ts'
import { bookSlot, slotBookedMessage } from '#contract/reviews/scheduling/booking.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { formatSlotWithReviewer } from '../../rescheduling/format-booking.ts'

type Props = {
  review: string
  /** Called after booking, with whether it succeeded: the button may be gone. */
  onDone: (isBooked: boolean) => void
}

/** A slot that became free recently and fits a waiting review, with a button to book it. */
export function FreedSlotSuggestion({ review, onDone }: Props) {
  const { data } = useApiQuery(listFreedSlotOffers, {}, { onlyLogged: true })
  const offer = data?.find((one) => one.review._id === review)
  return offer ? <BookOffer offer={offer} onDone={onDone} /> : null
}

function BookOffer({
  offer: { review, slot },
  onDone,
}: {
  offer: FreedSlotOffer
  onDone: Props['onDone']
}) {
  const { mutateAsync, isPending } = useApiMutation(bookSlot.advisor)
  const client = useQueryClient()
  const place = formatSlotWithReviewer(slot)

  async function book() {
    const value = { reviewId: review._id, reviewer: slot.reviewer._id, slot: slot._id }
    try {
      await mutateAsync({ body: { value } })
      toastSuccess(slotBookedMessage, `${place} for ${review.student.name}`)
      onDone(true)
    } catch (error) {
      toastServerErrorMessage(error)
      // Somebody else was faster; offer another slot, or none.
      await client.invalidateQueries()
      onDone(false)
    }
  }

  return (
    <Group justify="space-between" gap="4px 12px" wrap="nowrap">
      <Text style={{ fontVariantNumeric: 'tabular-nums' }}>Just came free: {place}</Text>
      <Button
        variant="light"
        flex="none"
        aria-label={`Book it: ${place} for ${review.student.name}`}
        loading={isPending}
        onClick={book}
      >
        Book it
      </Button>
    </Group>
  )
}
