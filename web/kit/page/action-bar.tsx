import { type ReactNode, type RefObject, useEffect } from 'react'
import styles from './action-bar.module.css'

type Props = {
  /** Makes it a landmark with this name. */
  label?: string
  /** What will happen, or has happened; without it the bar is hidden. */
  message: ReactNode
  messageRef?: RefObject<HTMLParagraphElement | null>
  /** The button. */
  children?: ReactNode
}

/** A sticky bar with what is chosen and the button to confirm it. */
export function ActionBar({ label, message, messageRef, children }: Props) {
  const isThere = Boolean(message)
  // It may cover the element that was just clicked.
  useEffect(() => {
    const { activeElement } = document
    if (isThere && activeElement !== document.body)
      activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isThere])
  return (
    <section
      data-bar={isThere || undefined}
      className={isThere ? styles.bar : styles.away}
      aria-label={label}
    >
      <p ref={messageRef} className={styles.says} role="status" tabIndex={-1}>
        {message}
      </p>
      {children}
    </section>
  )
}
