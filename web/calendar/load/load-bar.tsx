import type { DayLoad } from '#contract/calendar.ts'
import type { Load } from './count-loads.ts'
import styles from './load-bar.module.css'

/** How much of a day's slots is booked, as a bar; the words beside it say the same. */
export function LoadBar({ booked, slots }: Pick<DayLoad, 'booked' | 'slots'>) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span
        className={styles.fill}
        style={{ width: `${slots > 0 ? (100 * booked) / slots : 0}%` }}
      />
    </span>
  )
}

/**
 * '12 booked, 30 free', or '5 of 6 booked' where none is left to book; beside one's own '8 yours,
 * 30 free'.
 */
export function formatLoad({ slots, booked, free, own }: Load): string {
  if (own !== undefined) return formatOwn(own, free)
  if (slots === 0) return 'no slots'
  return free === 0 ? `${booked} of ${slots} booked` : `${booked} booked, ${free} free`
}

function formatOwn(own: number, free: number): string {
  const parts = [...(own > 0 ? [`${own} yours`] : []), ...(free > 0 ? [`${free} free`] : [])]
  return parts.join(', ') || 'none yours'
}
