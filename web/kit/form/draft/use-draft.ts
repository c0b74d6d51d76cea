import { useEffect, useLayoutEffect, useState } from 'react'
import { getFormKey, readDraft, registerForm } from './keep-through-reload.ts'

type Typed = Record<string, unknown>
type Form<Values extends Typed> = {
  empty: Values
  /** Puts values into the form, as if they were typed. */
  putBack: (values: Partial<Values>) => void
  /** The input to store; undefined while nothing was typed. */
  typed: () => Typed | undefined
}

/** Keeps a form's input over an automatic reload. Returns whether a draft was restored. */
export function useDraft<Values extends Typed>({ empty, putBack, typed }: Form<Values>): boolean {
  const [name] = useState(() => getFormKey(empty))
  const [before] = useState(() => readDraft(name, empty))
  // Before the first paint.
  useLayoutEffect(() => {
    // `readDraft` has checked that these are fields of the form, with fitting types.
    if (before) putBack(before as Partial<Values>)
  }, [])
  useEffect(() => registerForm({ name, typed }))
  return before !== undefined
}
