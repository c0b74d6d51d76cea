import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { findHoliday } from '#contract/kit/time/holidays.ts'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import type { Holiday } from '#contract/school/holidays.ts'
import {
  type OwnSlot,
  type SlotWithBookability,
  slotUnbookableReasons,
} from '#contract/slots/slots.ts'
import { now } from '#web/kit/live/now.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { useHolidays } from '#web/kit/ui/dates/holidays.tsx'
import { paths } from '#web/paths.ts'
import { useBookingHorizonDays, useSchoolZone } from '#web/school/api.ts'
import { formatBookableDayCount, formatSlot } from './format.ts'
import { useRemoveSlots } from './manage/use-remove-slots.ts'

type Props = {
  slot: OwnSlot
  /** Why a free slot cannot be booked now; undefined for slots after the bookable days. */
  whyNot?: SlotWithBookability['whyNot'] | undefined
  /** Called when the slot was removed, and its button with it. */
  whenRemoved: () => void
}

/**
 * Details of one of the reviewer's slots: free, with a button to remove it, or whose review it is
 * booked for, which may have been marked early.
 */
export function SlotDetails(props: Props) {
  const { review, slot_time } = props.slot
  if (!review) return <FreeSlotDetails {...props} />
  const isHeld = review.status === 'conducted'
  return (
    <Text>
      {localizeTimes(slot_time)} {isHeld ? 'was booked for' : 'is booked for'}{' '}
      <Anchor component={Link} to={paths.reviewDetails('reviewer', review._id)} underline="always">
        {review.student.name}
      </Anchor>
      {isHeld && ': already marked'}.
    </Text>
  )
}

function FreeSlotDetails({ slot, whyNot, whenRemoved }: Props) {
  const { remove, isPending } = useRemoveSlots()
  const today = getDateInZone(now(), useSchoolZone())
  const holidays = useHolidays()
  const bookableDays = useBookingHorizonDays()
  const isLater = slot.date > addDays(today, bookableDays - 1)
  const canBook = isLater
    ? `advisors can book it once it is within ${formatBookableDayCount(bookableDays)}`
    : 'an advisor can book it'
  const obstacle = whyNot ?? findObstacle(slot, holidays)
  return (
    <Group justify="space-between">
      <Text>
        {obstacle
          ? `${localizeTimes(slot.slot_time)} cannot be booked: ${obstacle}.`
          : `${localizeTimes(slot.slot_time)} is free: ${canBook}.`}
      </Text>
      <Button
        variant="default"
        aria-label={`Remove ${formatSlot(slot)}`}
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

/** Why a slot after the bookable days could not be booked if it were within them. */
function findObstacle({ date, inBusyTime }: OwnSlot, holidays: readonly Holiday[]) {
  if (findHoliday(date, holidays)) return slotUnbookableReasons.holiday
  return inBusyTime ? slotUnbookableReasons.busy : undefined
}
