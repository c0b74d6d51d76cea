import { NumberInput } from '@mantine/core'
import {
  bookableDaysMax,
  bookingHorizonDays,
  planEarliestDaysMax,
  planNoticeHoursMax,
} from '#contract/limits.ts'
import type { FieldsForm } from './fields.ts'

/** How far ahead slots are booked, and planned. */
export function BookingFields({ form }: { form: FieldsForm }) {
  return (
    <>
      <NumberInput
        label="Slots can be booked … days ahead"
        description={`From ${bookingHorizonDays} to ${bookableDaysMax}, counting today`}
        min={bookingHorizonDays}
        max={bookableDaysMax}
        {...form.getInputProps('bookableDays')}
      />
      <NumberInput
        label="Reviews are planned … days before they are due, at the earliest"
        description={`From 0 to ${planEarliestDaysMax}; advisors can plan one sooner, or book it by hand`}
        min={0}
        max={planEarliestDaysMax}
        {...form.getInputProps('planEarliestDays')}
      />
      <NumberInput
        label="Overdue ones excepted, not within the next … hours"
        description={`From 0 to ${planNoticeHoursMax}`}
        min={0}
        max={planNoticeHoursMax}
        {...form.getInputProps('planNoticeHours')}
      />
    </>
  )
}
