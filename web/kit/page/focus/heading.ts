import { createContext, useContext, useEffect, useRef } from 'react'
import { productName } from '#contract/limits.ts'
import { useSchool } from '../school.ts'

type Arrived = {
  /** The path of the address. What comes after it, as what a list is narrowed to, is the same screen. */
  at: string
  /** 'POP' is the browser's back and forward, and a first screen. */
  by: 'POP' | 'PUSH' | 'REPLACE'
  /** The id of the field that the address asks to begin with; empty without one. */
  field: string
}

/** Where one is, and how one came there. */
export const ArrivedContext = createContext<Arrived>({ at: '', by: 'POP', field: '' })

let firstScreen = true

/**
 * Names the browser's tab after a screen, and moves the focus to its heading when one comes from
 * another screen, so that a keyboard and a screen reader start there; to a field, where the address
 * ends in `#` and the field's id. Answers the reference to give that heading, which needs a
 * `tabIndex` of -1.
 */
export function useScreenHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { at, by, field } = useContext(ArrivedContext)
  const school = useSchool()?.name ?? productName

  useEffect(() => {
    document.title = `${title} · ${school}`
  }, [title, school])

  useEffect(() => {
    const first = field ? document.getElementById(field) : null
    if (first) first.focus()
    else if (!firstScreen) heading.current?.focus({ preventScroll: by === 'POP' })
    firstScreen = false
    // Whoever narrows the list they are at comes in another way, but to no other screen.
  }, [at, field])

  return heading
}
