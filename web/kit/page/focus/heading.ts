import { createContext, useContext, useEffect, useRef } from 'react'
import { productName } from '#contract/limits/limits.ts'
import { useSchool } from '../school.ts'

type Arrived = {
  /** The path without the query: filtering a list does not change the screen. */
  at: string
  /** 'POP' stands for back and forward, and for the first screen. */
  by: 'POP' | 'PUSH' | 'REPLACE'
  /** The id of the field in the address' hash; empty without one. */
  field: string
}

/** The current path, and how it was reached. */
export const ArrivalContext = createContext<Arrived>({ at: '', by: 'POP', field: '' })

let firstScreen = true

/**
 * Sets the document title, and focuses the screen's heading after a navigation, so that keyboards
 * and screen readers start there. If the address ends in `#` and a field's id, that field gets the
 * focus. Returns the ref for the heading, which needs a `tabIndex` of -1.
 */
export function useScreenHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { at, by, field } = useContext(ArrivalContext)
  const school = useSchool()?.name ?? productName

  useEffect(() => {
    document.title = `${title} · ${school}`
  }, [title, school])

  useEffect(() => {
    const first = field ? document.getElementById(field) : null
    if (first) first.focus()
    else if (!firstScreen) heading.current?.focus({ preventScroll: by === 'POP' })
    firstScreen = false
    // Not `by`: filtering a list changes it, but not the screen.
  }, [at, field])

  return heading
}
