import { type KeyboardEvent, useEffect, useRef } from 'react'

/**
 * Manages the focus in a list of text lines: it moves to an added line, next to a removed line, or
 * to the add button if none is left.
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
    /** Focuses an existing line. */
    focus,
    /** Focuses a line, with the cursor at a position, after the next change of the lines. */
    focusNext(index: number, cursor?: number): void {
      next.current = { index: Math.max(0, index), cursor }
    },
  }
}

/** Calls `goOn` on Enter instead of inserting a line break. */
export function handleEnter(event: KeyboardEvent, goOn: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  goOn()
}
