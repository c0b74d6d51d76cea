import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { isLabelled } from './is-labelled.ts'
import styles from './week-columns.module.css'

export type WeekColumn = { week: number; value: number; shown: string }

/** The most week numbers below the columns, on a phone. */
const labelsMax = 10

/** A column for each week, below the line if its value is negative; `found` is the title's week. */
export function WeekColumns({ weeks, found }: { weeks: WeekColumn[]; found?: number | undefined }) {
  const values = weeks.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const percent = (value: number) => (100 * value) / (high - low || 1)
  const labels = {
    every: Math.ceil(weeks.length / labelsMax),
    found: weeks.flatMap(({ week }, index) => (week === found ? [index] : []))[0],
  }
  return (
    <div className={styles.columns} aria-hidden="true">
      {weeks.map(({ week, value, shown }, index) => {
        const top = percent(high - Math.max(value, 0))
        return (
          <div key={week}>
            <div className={styles.column}>
              <div className={styles.line} style={{ top: `${percent(high)}%` }} />
              <div
                className={styles.fill}
                data-found={week === found || undefined}
                style={{ top: `${top}%`, height: `${percent(Math.abs(value))}%` }}
              />
              {week === found && (
                <span className={styles.count} style={{ top: `${top}%` }}>
                  {shown}
                </span>
              )}
            </div>
            <div className={styles.week}>{isLabelled(index, labels) && formatWeekNumber(week)}</div>
          </div>
        )
      })}
    </div>
  )
}
