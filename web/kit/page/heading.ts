import { createContext, useContext, useEffect, useRef } from 'react'
import { productName } from '#contract/limits.ts'
import { useSchool } from './school.ts'

type Arrived = {
  /** The path of the address. What comes after it, as what a list is narrowed to, is the same screen. */
  at: string
  /** 'POP' is the browser's back and forward, and a first screen. */
  by: 'POP' | 'PUSH' | 'REPLACE'
}

/** Where one is, and how one came there. */
export const ArrivedContext = createContext<Arrived>({ at: '', by: 'POP' })

let firstScreen = true

/**
 * Names the browser's tab after a screen, and moves the focus to its heading when one comes from
 * another screen, so that a keyboard and a screen reader start there. Answers the reference to
 * give that heading, which needs a `tabIndex` of -1.
 */
export function useScreenHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { at, by } = useContext(ArrivedContext)
  const school = useSchool()?.name ?? productName

  useEffect(() => {
    document.title = `${title} · ${school}`
  }, [title, school])

  useEffect(() => {
    if (firstScreen) firstScreen = false
    else heading.current?.focus({ preventScroll: by === 'POP' })
    // Whoever narrows the list they are at comes in another way, but to no other screen.
  }, [at])

  return heading
}
