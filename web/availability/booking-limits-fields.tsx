import { NumberInput } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { bufferMinutesMax, reviewsPerDayMax } from '#contract/limits/availability.ts'
import { bookingHorizonDaysDefault } from '#contract/limits/limits.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import styles from './availability-page.module.css'

type Props = { inputProps: ReturnType<typeof useForm>['getInputProps'] }

/** The reviewer's booking limits, which apply to every day. */
export function BookingLimitsFields({ inputProps }: Props) {
  const whole = { allowDecimal: false, hideControls: true, min: 0 } as const
  return (
    <SectionCard id="limits" title="Booking limits">
      <div className={styles.fields}>
        <NumberInput
          label="Break between reviews"
          description="Kept free before and after each"
          suffix=" minutes"
          {...whole}
          max={bufferMinutesMax}
          {...inputProps('buffer')}
        />
        <NumberInput
          label="Maximum reviews per day"
          description="Leave empty for no limit"
          {...whole}
          min={1}
          max={reviewsPerDayMax}
          {...inputProps('mostADay')}
        />
        <NumberInput
          label="Minimum notice"
          description="Bookings close this long before"
          suffix=" hours"
          {...whole}
          allowDecimal
          decimalScale={2}
          max={bookingHorizonDaysDefault * 24}
          {...inputProps('notice')}
        />
      </div>
    </SectionCard>
  )
}
