import { type ReactNode, type RefObject, useEffect } from 'react'
import styles from './action-bar.module.css'

type Props = {
  /** Names it as a part of the screen of its own. */
  label?: string
  /** What will be done, or has been; without it there is no bar. */
  says: ReactNode
  saysRef?: RefObject<HTMLParagraphElement | null>
  /** The button that does it. */
  children?: ReactNode
}

/** What has been chosen and the one press that does it, in view wherever the choice was made. */
export function ActionBar({ label, says, saysRef, children }: Props) {
  const isThere = Boolean(says)
  // It may come to lie over what was just pressed.
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
      <p ref={saysRef} className={styles.says} role="status" tabIndex={-1}>
        {says}
      </p>
      {children}
    </section>
  )
}
