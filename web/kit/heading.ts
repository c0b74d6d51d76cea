import { createContext, useContext, useEffect, useRef } from 'react'

/** How the screen was come to; 'POP' is the browser's back and forward, and a first screen. */
export const ArrivedContext = createContext<'POP' | 'PUSH' | 'REPLACE'>('POP')

let firstScreen = true

/**
 * Names the browser's tab after a screen, and moves the focus to its heading when one comes from
 * another screen, so that a keyboard and a screen reader start there. Answers the reference to
 * give that heading, which needs a `tabIndex` of -1.
 */
export function useScreenHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const arrived = useContext(ArrivedContext)

  useEffect(() => {
    document.title = `${title} · Weekward`
  }, [title])

  useEffect(() => {
    if (firstScreen) firstScreen = false
    else heading.current?.focus({ preventScroll: arrived === 'POP' })
  }, [arrived])

  return heading
}
