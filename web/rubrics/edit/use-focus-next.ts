import { useEffect, useRef } from 'react'

/** Moves the focus within a form after the next change of its values. */
export function useFocusNext(values: unknown) {
  const form = useRef<HTMLFormElement>(null)
  const next = useRef<string[]>([])
  useEffect(() => {
    const found = next.current.flatMap((selector) => [
      ...(form.current?.querySelectorAll<HTMLElement>(`${selector}:not(:disabled)`) ?? []),
    ])
    next.current = []
    found[0]?.focus()
  }, [values])
  return {
    form,
    /** Focuses the first of these selectors that is there and enabled. */
    focusNext: (...selectors: string[]) => {
      next.current = selectors
    },
  }
}
