import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { OwnSlot } from '#contract/slots.ts'
import { paths } from '#web/paths.ts'
import { useRemoveSlots } from './manage/use-remove-slots.ts'
import { slotInWords } from './words.ts'

type Props = {
  slot: OwnSlot
  /** Called when the slot is gone, and the button with it. */
  whenRemoved: () => void
}

/**
 * Says of one of the reviewer's slots whether it is free, which can be removed, or for whom it is
 * booked; a review may have been held and marked before its time.
 */
export function WhatItHolds({ slot, whenRemoved }: Props) {
  const { review, slot_time } = slot
  if (!review) return <FreeSlot slot={slot} whenRemoved={whenRemoved} />
  const isHeld = review.status === 'conducted'
  return (
    <Text>
      {slot_time} {isHeld ? 'was booked for' : 'is booked for'}{' '}
      <Anchor component={Link} to={paths.reviewDetails('reviewer', review._id)} underline="always">
        {review.student.name}
      </Anchor>
      {isHeld && ': held already'}.
    </Text>
  )
}

function FreeSlot({ slot, whenRemoved }: Props) {
  const { remove, isPending } = useRemoveSlots()
  return (
    <Group justify="space-between">
      <Text>{slot.slot_time} is free: an advisor can book it.</Text>
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
