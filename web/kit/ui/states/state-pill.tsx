import type { ReactElement, ReactNode } from 'react'
import type { StateColour } from './state-dot.tsx'
import styles from './state-pill.module.css'

type Sign = 'empty' | 'half' | 'full'

type Props = {
  /** The progress: an empty, a half or a full circle, or an icon. */
  sign?: Sign | ReactElement
  /** For states that need attention; neutral without one. */
  colour?: StateColour
  /** The tooltip. */
  title?: string
  children: ReactNode
}

/** A state as a word, with a sign whose shape says the same. */
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
