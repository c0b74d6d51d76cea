import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { chunkErrorTexts } from './chunk-error-texts.ts'

/** How long code may take on a working connection, in ms. */
const overdueAfterMs = 3_000

/** Wraps parts of a screen whose code is lazy; shows an error if it does not load. */
export function LazyBoundary({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Overdue />}>{children}</Suspense>
}

function Overdue() {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), overdueAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const { title, text } = chunkErrorTexts.offline
  return isOverdue ? <p role="alert">{`${title}. ${text}`}</p> : null
}
