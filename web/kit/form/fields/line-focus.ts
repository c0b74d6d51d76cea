import { type KeyboardEvent, useEffect, useRef } from 'react'

/**
 * The focus in a list of lines of text: it goes to a line that is added, and beside one that is
 * removed; to the button that adds one when none is left.
 */
export function useLineFocus(lines: unknown[]) {
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const next = useRef<{ index: number; cursor?: number | undefined }>(undefined)

  function focus(index: number, cursor?: number) {
    const inputs = list.current?.querySelectorAll('textarea') ?? []
    const field = inputs[Math.min(index, inputs.length - 1)]
    if (cursor !== undefined) field?.setSelectionRange(cursor, cursor)
    ;(field ?? addButton.current)?.focus()
  }

  useEffect(() => {
    if (next.current === undefined) return
    focus(next.current.index, next.current.cursor)
    next.current = undefined
  }, [lines])

  return {
    list,
    addButton,
    /** Goes to a line that is there. */
    focus,
    /** Goes to a line, and a place in its text, as soon as the lines have changed. */
    focusNext(index: number, cursor?: number): void {
      next.current = { index: Math.max(0, index), cursor }
    },
  }
}

/** Calls `goOn` with Enter, which makes no new line within a line. */
export function onEnter(event: KeyboardEvent, goOn: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  goOn()
}
