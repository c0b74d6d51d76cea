import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { tooManyLines } from '#contract/kit/text/text.ts'
import { toastError } from '../../page/overlays/toast.ts'

/** What a field holds, and where in it the cursor or the selection is. */
type Field = { value: string; selectionStart: number; selectionEnd: number }

/**
 * The lines that a field's line becomes when several are pasted into it, and the place of the cursor
 * in the last of them; undefined if no line break is pasted. Blank lines are left out, and of several
 * lines the signs of the list that they come from.
 */
export function splitPasted(
  { value, selectionStart, selectionEnd }: Field,
  pasted: string,
): { lines: string[]; cursor: number } | undefined {
  const pieces = pasted.split(/\r\n|[\n\r\u2028\u2029]/)
  if (pieces.length === 1) return undefined
  const filled = pieces.map((line) => line.trim()).filter(Boolean)
  const lines =
    filled.length > 1 ? filled.map((line) => line.replace(listSign, '')).filter(Boolean) : filled
  const before = value.slice(0, selectionStart)
  const [first = '', ...rest] = lines
  const all = [before + first, ...rest]
  const last = all.at(-1) ?? ''
  return { lines: all.with(-1, last + value.slice(selectionEnd)), cursor: last.length }
}

/** '• ', '- ', '1. ', '- [ ] ', as text editors and pages put them before a line. */
const listSign = /^([•◦▪‣●○·–—*+-]|\d{1,3}[.)])(\s+\[[ xX]\])?(\s+|$)/

type Options<Line> = {
  lines: Line[]
  /** How many lines may still be added. */
  room: number
  toLine: (text: string) => Line
  replace: (lines: Line[]) => void
  /** Goes to a line, and a place in it, once the lines have changed. */
  focusNext: (index: number, cursor?: number) => void
}

/**
 * Several lines that are pasted into one line of a list become lines of the list. `undo` takes the
 * last paste back, as Ctrl+Z does, for as long as nothing else has changed; else it is undefined.
 */
export function usePastedLines<Line>(options: Options<Line>) {
  const { lines, room, toLine, replace, focusNext } = options
  const [last, setLast] = useState<{ before: Line[]; after: Line[]; index: number }>()

  function undoPaste({ before, index }: { before: Line[]; index: number }): void {
    setLast(undefined)
    focusNext(index)
    replace(before)
  }
  const isUnchanged = last && JSON.stringify(last.after) === JSON.stringify(lines)
  const undo = isUnchanged ? () => undoPaste(last) : undefined

  return {
    undo,

    paste(event: ClipboardEvent<HTMLTextAreaElement>, index: number): void {
      const split = splitPasted(event.currentTarget, event.clipboardData.getData('text/plain'))
      if (!split) return
      event.preventDefault()
      if (split.lines.length - 1 > room) {
        toastError(tooManyLines)
        return
      }
      const after = lines.toSpliced(index, 1, ...split.lines.map(toLine))
      setLast({ before: lines, after, index })
      focusNext(index + split.lines.length - 1, split.cursor)
      replace(after)
    },

    undoByKey(event: KeyboardEvent): void {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
      if (!isUndo || !undo) return
      event.preventDefault()
      undo()
    },
  }
}
