import { useCallback, useRef, useState } from 'react'
import type { Shown } from './palette.tsx'

/**
 * What of the search and the keys is shown. Closed, it gives the focus back to what had it, or to
 * the screen's heading: from there a new screen takes it to its own.
 */
export function usePalette() {
  const [shown, setShown] = useState<Shown>(null)
  const before = useRef<Element>(null)

  const show = useCallback((next: Shown) => {
    const { activeElement } = document
    if (!activeElement?.closest('[role=dialog]')) before.current = activeElement
    setShown(next)
  }, [])

  const close = useCallback(() => {
    setShown(null)
    const had = before.current
    const isThere = had instanceof HTMLElement && had.isConnected && had !== document.body
    const next = isThere ? had : document.querySelector('h1')
    next?.focus()
  }, [])

  return { shown, show, close }
}
