import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Slot } from '#contract/kit/slot.ts'
import type { Review } from '#contract/reviews.ts'
import { paths } from '#web/paths.ts'

/** Says of one of the reviewer's slots whether it is free, or for whom it is booked. */
export function WhatItHolds({ slot, reviews }: { slot: Slot; reviews: Review[] }) {
  if (!slot.isBooked) return <Text>{slot.slot_time} is free: an advisor can book it.</Text>
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
