import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { chunkErrorTexts } from './chunk-error-texts.ts'

/** Code takes no longer than this on a line that works, in ms. */
const overdueAfterMs = 3_000

/** Around parts of a screen whose code is fetched: where it does not come, it says so. */
export function LazyBoundary({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Overdue />}>{children}</Suspense>
}

function Overdue() {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), overdueAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const { title, text } = chunkErrorTexts['line down']
  return isOverdue ? <p role="alert">{`${title}. ${text}`}</p> : null
}
