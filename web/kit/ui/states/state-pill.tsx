import type { ReactElement, ReactNode } from 'react'
import type { StateColour } from './state-dot.tsx'
import styles from './state-pill.module.css'

type Sign = 'empty' | 'half' | 'full'

type Props = {
  /** How far something is: an empty, a half or a full circle, or a drawing that says more. */
  sign?: Sign | ReactElement
  /** For what somebody has to look after; without one it is neutral. */
  colour?: StateColour
  /** The whole of it, for who stops there. */
  title?: string
  children: ReactNode
}

/** A state in a word, with a sign whose shape says the same. */
export function StatePill({ sign = 'full', colour, title, children }: Props) {
  return (
    <span className={styles.pill} title={title}>
      {typeof sign === 'string' ? <Circle is={sign} colour={colour} /> : sign}
      {children}
    </span>
  )
}

function Circle({ is, colour }: { is: Sign; colour: StateColour | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={`${styles.sign} ${is === 'empty' ? '' : styles[is]}`}
      style={{ color: colour ? `var(--state-${colour})` : 'var(--mantine-color-dimmed)' }}
    />
  )
}
