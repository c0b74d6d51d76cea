import { Button, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { getErrorAdvice } from '#web/kit/api/error-messages.ts'
import { useBookingHorizonDays } from '#web/school/api.ts'
import { formatBookableDayCount } from '#web/slots/format.ts'
import styles from './moving-bar.module.css'
import { formatSlotWithReviewer } from './targets.ts'
import type { Moving } from './use-moving.ts'

type Props = {
  moving: Moving
  /** Ends the move without a change. */
  cancel: () => void
}

/** The bar shown during a move: which review is moved, and how to cancel. */
export function MovingBar({ moving: { slot, targets, error }, cancel }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const days = useBookingHorizonDays()
  // The button that started the move may be gone, and the focus with it.
  useEffect(() => {
    if (slot && document.activeElement === document.body) button.current?.focus()
  }, [slot])
  if (!slot?.review) return null
  return (
    <div data-bar className={styles.bar}>
      <Text role="status">
        <b>
          Moving {slot.review.student.name}, {formatSlotWithReviewer(slot)}.
        </b>{' '}
        {error ? getErrorAdvice(error) : formatInstruction(targets?.length, days)}
      </Text>
      <Button ref={button} variant="default" flex="none" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}

function formatInstruction(count: number | undefined, days: number): string {
  if (count === undefined) return 'Loading free slots…'
  if (count === 0) return `No other slot can be booked in the next ${formatBookableDayCount(days)}.`
  return count === 1 ? 'Choose the free time.' : `Choose one of ${count} free times.`
}
