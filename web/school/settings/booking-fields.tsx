import { NumberInput } from '@mantine/core'
import {
  bookableDaysMax,
  bookingHorizonDays,
  planEarliestDaysMax,
  planNoticeHoursMax,
} from '#contract/limits/limits.ts'
import type { FieldsForm } from './fields.ts'

/** How far ahead slots are booked and planned. */
export function BookingFields({ form }: { form: FieldsForm }) {
  return (
    <>
      <NumberInput
        label="Booking window in days"
        description={`From ${bookingHorizonDays} to ${bookableDaysMax}, including today`}
        min={bookingHorizonDays}
        max={bookableDaysMax}
        {...form.getInputProps('bookableDays')}
      />
      <NumberInput
        label="Earliest planning in days before the due date"
        description={`From 0 to ${planEarliestDaysMax}. Advisors can still plan or book earlier`}
        min={0}
        max={planEarliestDaysMax}
        {...form.getInputProps('planEarliestDays')}
      />
      <NumberInput
        label="Minimum notice of planned reviews in hours"
        description={`From 0 to ${planNoticeHoursMax}. Overdue reviews still take the next free slot`}
        min={0}
        max={planNoticeHoursMax}
        {...form.getInputProps('planNoticeHours')}
      />
    </>
  )
}
