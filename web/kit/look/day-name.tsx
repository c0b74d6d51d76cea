import styles from './day-name.module.css'

/** The name of a weekday as every calendar has it: small and quiet. */
export function Weekday({ name }: { name: string }) {
  return <span className={styles.weekday}>{name}</span>
}

type NumberProps = {
  /** YYYY-MM-DD. */
  date: string
  isToday: boolean
  /** Whether it is not of the month that is shown. */
  isOutside?: boolean
}

/** The day of the month as every calendar has it: today's on a disc. */
export function DayNumber({ date, isToday, isOutside }: NumberProps) {
  return (
    <span className={styles.number} data-today={isToday} data-outside={isOutside}>
      {Number(date.slice(8))}
    </span>
  )
}
