import { type KeyboardEvent, useEffect, useRef } from 'react'

/**
 * The focus in a list of lines of text, of which there are so many: it goes to a line that is
 * added, and beside one that is removed; to the button that adds one when none is left.
 */
export function useLineFocus(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const next = useRef<number>(undefined)

  function focus(index: number) {
    const inputs = list.current?.querySelectorAll('textarea') ?? []
    const field = inputs[Math.min(index, inputs.length - 1)] ?? addButton.current
    field?.focus()
  }

  useEffect(() => {
    if (next.current === undefined) return
    focus(next.current)
    next.current = undefined
  }, [count])

  return {
    list,
    addButton,
    /** Goes to a line that is there. */
    focus,
    /** Goes to a line as soon as there are more of them, or fewer. */
    focusNext(index: number): void {
      next.current = Math.max(0, index)
    },
  }
}

/** Calls `goOn` with Enter, which makes no new line within a line. */
export function onEnter(event: KeyboardEvent, goOn: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  goOn()
}
