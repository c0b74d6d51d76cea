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
        description={`From ${bookingHorizonDays} to ${bookableDaysMax}, today included`}
        min={bookingHorizonDays}
        max={bookableDaysMax}
        {...form.getInputProps('bookableDays')}
      />
      <NumberInput
        label="Plan reviews at most … days before they are due"
        description={`From 0 to ${planEarliestDaysMax}. Advisors can plan one sooner, or book it by hand`}
        min={0}
        max={planEarliestDaysMax}
        {...form.getInputProps('planEarliestDays')}
      />
      <NumberInput
        label="Plan no review in the next … hours"
        description={`From 0 to ${planNoticeHoursMax}. One that is overdue takes the next free slot all the same`}
        min={0}
        max={planNoticeHoursMax}
        {...form.getInputProps('planNoticeHours')}
      />
    </>
  )
}
