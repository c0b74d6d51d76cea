import type { ReactNode } from 'react'
import type { StateColour } from './state-dot.tsx'
import styles from './state-pill.module.css'

type Props = {
  /** How far something is: an empty, a half or a full circle. */
  sign?: 'empty' | 'half' | 'full'
  /** For what somebody has to look after; without one it is neutral. */
  colour?: StateColour
  children: ReactNode
}

/** A state in a word, with a sign whose shape says the same. */
export function StatePill({ sign = 'full', colour, children }: Props) {
  return (
    <span className={styles.pill}>
      <span
        aria-hidden="true"
        className={`${styles.sign} ${sign === 'empty' ? '' : styles[sign]}`}
        style={{
          color: colour ? `var(--state-${colour})` : 'var(--mantine-color-dimmed)',
        }}
      />
      {children}
    </span>
  )
}
