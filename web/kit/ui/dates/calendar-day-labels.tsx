import styles from './calendar-day-labels.module.css'

/** A weekday's name, as in all calendars. */
export function Weekday({ name }: { name: string }) {
  return <span className={styles.weekday}>{name}</span>
}

/** The day of the month of a date (YYYY-MM-DD), as in all calendars; `aria-current` marks today. */
export function DayNumber({ date }: { date: string }) {
  return <span className={styles.number}>{Number(date.slice(8))}</span>
}
