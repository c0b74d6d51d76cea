import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './truncated-text.module.css'

type Props = {
  text: string
  /** The maximum number of lines; it breaks between words. */
  lines?: 1 | 2
  /** The rendered text, if it is more than plain text. */
  children?: ReactNode
}

/**
 * Text of one or two lines that is truncated with an ellipsis; the full text is shown on hover,
 * focus and touch.
 */
export function TruncatedText({ text, lines = 1, children = text }: Props) {
  const line = useRef<HTMLSpanElement>(null)
  const [isTruncated, setTruncated] = useState(false)

  useEffect(() => {
    const { current } = line
    if (!current) return
    onResize.set(current, () => setTruncated(isOverflowing(current)))
    watcher.observe(current)
    return () => {
      watcher.unobserve(current)
      onResize.delete(current)
    }
  }, [])

  return (
    // Only truncated text is focusable, to show the rest.
    <span
      className={styles.whole}
      title={isTruncated ? text : undefined}
      tabIndex={isTruncated ? 0 : undefined}
    >
      <span ref={line} className={styles.text} data-lines={lines}>
        {children}
      </span>
      {isTruncated && (
        <span className={styles.bubble} aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}

/** A letter may be a little taller than its line, so less than a line does not count. */
function isOverflowing({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 8
}

const onResize = new Map<Element, () => void>()

/** One observer for all, which reports sizes after layout; measuring would force layouts. */
const watcher = new ResizeObserver((seen) => {
  for (const { target } of seen) onResize.get(target)?.()
})
