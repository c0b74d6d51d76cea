import { Button, Group } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { CheckIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './slot-chips.module.css'

type Props = {
  label: string
  slots: SlotWithReviewer[]
  /** The label of a slot. */
  children: (slot: SlotWithReviewer) => string
  picked: readonly string[]
  /** Called with the pressed slot, picked or not. */
  press: (slot: SlotWithReviewer) => void
  /** Whether the maximum is picked already. */
  isFull?: boolean
  /** Whether the order counts; each picked slot shows its rank then. */
  isRanked?: boolean
}

/** Free slots as toggle buttons with a roving tabindex. */
export function SlotChips({ label, slots, children, picked, press, ...how }: Props) {
  const { isFull = false, isRanked = false } = how
  const isDisabled = (index: number) => isFull && !picked.includes(slots[index]?._id ?? '')
  const { getItemProps } = useRovingIndex({
    total: slots.length,
    orientation: 'both',
    isItemDisabled: isDisabled,
  })
  return (
    <Group component="ul" gap={8} align="stretch" aria-label={label}>
      {slots.map((slot, index) => {
        const place = picked.indexOf(slot._id) + 1
        const isPicked = place > 0
        return (
          <li key={slot._id}>
            <Button
              variant={isPicked ? 'light' : 'default'}
              className={styles.chip ?? ''}
              classNames={{ label: styles.label ?? '' }}
              aria-pressed={isPicked}
              disabled={isDisabled(index)}
              leftSection={
                isPicked && (isRanked ? <span aria-hidden>{place}.</span> : <CheckIcon />)
              }
              {...(isRanked && isPicked && { 'aria-description': `Choice ${place}` })}
              {...getItemProps({ index, onClick: () => press(slot) })}
            >
              {children(slot)}
            </Button>
          </li>
        )
      })}
    </Group>
  )
}
