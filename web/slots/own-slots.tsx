import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { dateInZone } from '#contract/kit/zone.ts'
import type { Review } from '#contract/reviews.ts'
import { listOwnSlots, type Slot } from '#contract/slots.ts'
import { useCall } from '#web/kit/call/query.ts'
import { useNow } from '#web/kit/live/now.ts'
import { CalendarPage } from '#web/kit/look/illustrations.tsx'
import { ZoneNote } from '#web/kit/look/zone-note.tsx'
import { Empty, Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { SlotPicker } from './slot-picker.tsx'

/** The reviewer's slots; picking one says what it is booked for. */
export function OwnSlots({ reviews }: { reviews: Review[] }) {
  const timeZone = useSchoolZone()
  const today = dateInZone(useNow(), timeZone)
  const [selected, setSelected] = useState<string | null>(null)
  const query = useCall(listOwnSlots, {}, { onlyLogged: true })
  const slot = query.data?.find(({ _id }) => _id === selected)
  return (
    <Card component="section" withBorder aria-labelledby="slots">
      <Stack>
        <Title order={2} id="slots">
          Slots
        </Title>
        <Loaded query={query} skeleton={<Skeletons count={3} height={44} />}>
          {(slots) => (
            <>
              <SlotPicker
                // With the first slots the tab is chosen anew.
                key={`${today} ${slots.length > 0}`}
                slots={slots}
                today={today}
                selected={selected}
                select={setSelected}
                bookedCanBePicked
                {...(slots.length === 0 ? { none: <NoSlots /> } : {})}
              />
              <div role="status">{slot && <WhatItHolds slot={slot} reviews={reviews} />}</div>
              <ZoneNote timeZone={timeZone} />
            </>
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}

function WhatItHolds({ slot, reviews }: { slot: Slot; reviews: Review[] }) {
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

function NoSlots() {
  return (
    <Empty
      picture={<CalendarPage />}
      text="You have no slots in the next three days."
      action={
        <Button component={Link} to={paths.addSlot}>
          add slot
        </Button>
      }
    />
  )
}
