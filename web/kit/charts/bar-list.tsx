import { VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import styles from './bar-list.module.css'

export type Bar = {
  key: string
  name: string
  /** A small line below the name. */
  note?: string
  value: number
  /** The number at the end of the bar, and its noun for screen readers. */
  shown: string
  noun?: string
  /** Whether the others are compared with it. */
  isQuiet?: boolean
  to?: string
}

/** Horizontal bars with their names and numbers, the longest as wide as the list. */
export function BarList({ label, bars }: { label: string; bars: Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value))
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.key} className={styles.bar}>
          {bar.to ? (
            <Link to={bar.to}>
              <Drawn bar={bar} most={most} />
            </Link>
          ) : (
            <Drawn bar={bar} most={most} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Drawn({ bar, most }: { bar: Bar; most: number }) {
  const { name, note, value, shown, noun, isQuiet } = bar
  return (
    <>
      <span>
        <span className={styles.name}>{name}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>{' '}
      <span className={styles.track}>
        <span
          className={styles.fill}
          data-quiet={isQuiet}
          style={{ width: `${(value / most) * 100}%` }}
        />
        <span className={styles.count}>
          {shown}
          {noun && <VisuallyHidden> {noun}</VisuallyHidden>}
        </span>
      </span>
    </>
  )
}
