import styles from './day-name.module.css'

/** The name of a weekday as every calendar has it: small and quiet. */
export function Weekday({ name }: { name: string }) {
  return <span className={styles.weekday}>{name}</span>
}

/** The day of the month (YYYY-MM-DD) as every calendar has it: today's, by `aria-current`, on a disc. */
export function DayNumber({ date }: { date: string }) {
  return <span className={styles.number}>{Number(date.slice(8))}</span>
}
