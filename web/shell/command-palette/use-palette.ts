import { useCallback, useRef, useState } from 'react'
import type { ShownDialog } from './palette.tsx'

/**
 * Which dialog is open: the palette or the shortcuts. On close the focus returns to the previous
 * element, or to the screen's heading, from where a new screen moves it to its own.
 */
export function usePalette() {
  const [shown, setShown] = useState<ShownDialog>(null)
  const before = useRef<Element>(null)

  const show = useCallback((next: ShownDialog) => {
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
