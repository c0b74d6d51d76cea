import styles from './mark-details.module.css'

type Props = {
  from: number
  /** Null if there is no mark yet. */
  to: number | null
  /** Which review the other mark is from. */
  when: string
}

/** The previous mark and the direction of change, as an icon and as text. */
export function MarkChange({ from, to, when }: Props) {
  if (to === null) return `${when} ${from}`
  if (to === from) return `as ${when}`
  const isUp = to > from
  return (
    <>
      <svg className={styles.direction} viewBox="0 0 8 8" aria-hidden="true">
        <path d={isUp ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} />
      </svg>
      {`${isUp ? 'up' : 'down'} from ${from} ${when}`}
    </>
  )
}
