import { NumberInput } from '@mantine/core'
import { bookableDaysMax, bookingHorizonDays } from '#contract/limits.ts'
import type { FieldsForm } from './fields.ts'
import styles from './settings.module.css'

/** How far ahead slots are booked. */
export function BookingFields({ form }: { form: FieldsForm }) {
  return (
    <div className={styles.pair}>
      <NumberInput
        label="Slots can be booked … days ahead"
        description={`From ${bookingHorizonDays} to ${bookableDaysMax}, counting today`}
        min={bookingHorizonDays}
        max={bookableDaysMax}
        {...form.getInputProps('bookableDays')}
      />
    </div>
  )
}
