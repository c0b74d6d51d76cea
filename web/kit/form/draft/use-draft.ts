import { useEffect, useLayoutEffect, useState } from 'react'
import { getFormKey, openForm, readDraft } from './draft.ts'

type Typed = Record<string, unknown>
type Form<Values extends Typed> = {
  empty: Values
  /** Puts values into the form, as if somebody had typed them. */
  putBack: (values: Partial<Values>) => void
  /** What is to be kept; undefined while nothing was typed. */
  typed: () => Typed | undefined
}

/**
 * Lets what is typed into a form survive that the page is loaded anew by itself. Answers whether
 * something was put back.
 */
export function useDraft<Values extends Typed>({ empty, putBack, typed }: Form<Values>): boolean {
  const [name] = useState(() => getFormKey(empty))
  const [before] = useState(() => readDraft(name, empty))
  // Before it is painted.
  useLayoutEffect(() => {
    // `readDraft` has seen that these are fields of the form, with values as they have.
    if (before) putBack(before as Partial<Values>)
  }, [])
  useEffect(() => openForm({ name, typed }))
  return before !== undefined
}
