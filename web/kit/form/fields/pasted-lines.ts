import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { tooManyLinesMessage } from '#contract/kit/text/text-schemas.ts'
import { toastError } from '../../page/overlays/toast.ts'

/** A field's value and its cursor or selection. */
type Field = { value: string; selectionStart: number; selectionEnd: number }

/**
 * Splits a multi-line paste: the lines that replace the field's line, and the cursor's position in
 * the last of them. Undefined if the paste has no line break. Blank lines are dropped, and so are
 * bullets and numbers if there are several lines.
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

/** Bullets and numbers before a line: '• ', '- ', '1. ', '- [ ] '. */
const listSign = /^([•◦▪‣●○·–—*+-]|\d{1,3}[.)])(\s+\[[ xX]\])?(\s+|$)/

type Options<Line> = {
  lines: Line[]
  /** How many more lines may be added. */
  room: number
  toLine: (text: string) => Line
  replace: (lines: Line[]) => void
  /** Focuses a line, with the cursor at a position, after the lines have changed. */
  focusNext: (index: number, cursor?: number) => void
}

/**
 * Turns several lines pasted into one line of a list into lines of the list. `undo` reverts the
 * last paste, as Ctrl+Z does, while nothing else has changed; otherwise it is undefined.
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
        toastError(tooManyLinesMessage)
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
