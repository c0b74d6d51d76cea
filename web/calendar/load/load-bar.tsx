import type { DayLoad } from '#contract/calendar/calendar.ts'
import type { Load } from './count-loads.ts'
import styles from './load-bar.module.css'

/** The booked share of a day's slots as a bar; the text beside it says the same. */
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

/** '12 booked, 30 free', '5 of 6 booked' if none is left, or '8 yours, 30 free' with `own`. */
export function formatLoad({ slots, booked, free, own }: Load): string {
  if (own !== undefined) return formatOwn(own, free)
  if (slots === 0) return 'no slots'
  return free === 0 ? `${booked} of ${slots} booked` : `${booked} booked, ${free} free`
}

function formatOwn(own: number, free: number): string {
  const parts = [...(own > 0 ? [`${own} yours`] : []), ...(free > 0 ? [`${free} free`] : [])]
  return parts.join(', ') || 'none yours'
}
