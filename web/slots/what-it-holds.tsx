import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Slot } from '#contract/kit/slot.ts'
import type { Review } from '#contract/reviews.ts'
import type { OfferedSlot } from '#contract/slots.ts'
import { paths } from '#web/paths.ts'
import { useRemoveSlots } from './manage/use-remove-slots.ts'
import { slotInWords } from './words.ts'

type Props = {
  slot: Slot & { whyNot?: OfferedSlot['whyNot'] }
  reviews: Review[]
  /** Called when the slot is gone, and the button with it. */
  whenRemoved: () => void
}

/** Says of one of the reviewer's slots whether it is free, which can be removed, or for whom it is booked. */
export function WhatItHolds({ slot, reviews, whenRemoved }: Props) {
  if (!slot.isBooked) return <FreeSlot slot={slot} whenRemoved={whenRemoved} />
  const review = reviews.find(({ day, time }) => day === slot.date && time === slot.slot_time)
  if (!review) return <Text>{slot.slot_time} is booked.</Text>
  return (
    <Text>
      {slot.slot_time} is booked for{' '}
      <Anchor component={Link} to={paths.reviewDetails('reviewer', review._id)} underline="always">
        {review.student.name}
      </Anchor>
      .
    </Text>
  )
}

function FreeSlot({ slot, whenRemoved }: Omit<Props, 'reviews'>) {
  const { remove, isPending } = useRemoveSlots()
  return (
    <Group justify="space-between">
      <Text>
        {slot.whyNot
          ? `${slot.slot_time} cannot be booked: ${slot.whyNot}.`
          : `${slot.slot_time} is free: an advisor can book it.`}
      </Text>
      <Button
        variant="default"
        aria-label={`Remove ${slotInWords(slot)}`}
        loading={isPending}
        onClick={async () => {
          if (await remove([slot])) whenRemoved()
        }}
      >
        Remove
      </Button>
    </Group>
  )
}
