import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { CalendarSlot } from '#contract/calendar/calendar.ts'
import { openReviewerAbsenceForm } from '#web/availability/api.ts'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { getPositionProps } from '../roving-focus.ts'
import { formatSlotLabel, getReviewPath, getSlotState } from '../slot-state.ts'
import blocks from '../week/day-blocks.module.css'
import styles from './reviewer-loads.module.css'

type Props = {
  reviewer: { _id: string; name: string }
  bookings: CalendarSlot[]
  isAway: boolean
  /** The row of the reviewer in the list. */
  row: number
  date: string
  today: string
  now: number
  timeZone: string
}

/** A reviewer's bookings on a day, with a button to add an absence. */
export function DayBookings({ reviewer, bookings, isAway, row, date, today, ...telling }: Props) {
  const { _id, name } = reviewer
  return (
    <Group wrap="nowrap" align="start" gap={8} className={styles.bookings ?? ''}>
      {bookings.length > 0 && (
        <Group component="ul" gap={4} aria-label={`Bookings of ${name}`}>
          {bookings.map((slot, place) => (
            <li key={slot._id}>
              <Link
                to={getReviewPath('admin', slot) ?? ''}
                className={blocks.block}
                data-state={getSlotState(slot, telling.now)}
                title={formatSlotLabel(slot, { ...telling, viewer: 'admin' })}
                // Between this reviewer's day and the next reviewer's row.
                {...getPositionProps(date, row + (place + 1) / (bookings.length + 1))}
              >
                {localizeTimes(slot.slot_time)} {slot.review?.student.name}
              </Link>
            </li>
          ))}
        </Group>
      )}
      {!isAway && date >= today && (
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          ml="auto"
          aria-label={`Add absence for ${name}`}
          onClick={() => openReviewerAbsenceForm({ _id, name }, { today, date })}
        >
          Add absence
        </Button>
      )}
    </Group>
  )
}
