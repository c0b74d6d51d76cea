import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './truncated-text.module.css'

type Props = {
  text: string
  /** In how many lines it stands at most, between two of its words. */
  lines?: 1 | 2
  /** The text as it stands there, where that is more than the text alone. */
  children?: ReactNode
}

/**
 * A text of one line, or two: where it finds no room it ends in an ellipsis, and the whole is told to
 * a pointer that rests on it, and to whoever comes there by keyboard or touch.
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
    // Only what is clipped is a step of the keyboard's way, and it does nothing but show.
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

/** A letter may be a little taller than its line; a line that is not shown is as high as one. */
function isOverflowing({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 8
}

const onResize = new Map<Element, () => void>()

/** One for all, which tells of widths when they are known anyway: to ask for each would lay out anew. */
const watcher = new ResizeObserver((seen) => {
  for (const { target } of seen) onResize.get(target)?.()
})
