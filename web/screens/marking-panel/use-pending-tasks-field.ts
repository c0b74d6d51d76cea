import { useState } from 'react'
import type { ReviewDraft } from '#contract/calls/review-draft.ts'
import { lineMaxLength, linesMax } from '#contract/limits/limits.ts'
import { pendingLineRequiredMessage } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useLineFocus } from '#web/kit/form/fields/line-focus.ts'
import { usePastedLines } from '#web/kit/form/fields/pasted-lines.ts'
import type { DraftAutosave } from './use-draft-autosave.ts'

export type Line = NonNullable<ReviewDraft['pendingTask']>[number]
export type PendingTasksField = ReturnType<typeof usePendingTasksField>

/** The pending tasks being edited: those of the review, or an unsubmitted draft of them. */
export function usePendingTasksField(
  { pendingTask }: Review,
  draft: ReviewDraft['pendingTask'],
  keeper: DraftAutosave,
) {
  const stored = () => pendingTask.map((text) => ({ text, done: false }))
  const [lines, setLines] = useState<Line[]>(draft ?? stored)
  const [isUnsaved, setUnsaved] = useState(draft !== null)
  const [isTyped, setTyped] = useState(false)
  const [isJudged, setJudged] = useState(false)
  const { list, addButton, focus, focusNext } = useLineFocus(lines)
  const left = lines.filter(({ done }) => !done)
  const room = Math.min(linesMax - left.length, linesMax * 2 - lines.length)
  useUnsaved(isTyped, 'draft')
  const pasted = usePastedLines({
    lines,
    room,
    focusNext,
    replace: change,
    toLine: (text): Line => ({ text: text.slice(0, lineMaxLength), done: false }),
  })

  function change(next: Line[]): void {
    setLines(next)
    setUnsaved(true)
    setTyped(true)
    keeper.change({ pendingTask: next })
  }

  return {
    lines,
    isUnsaved,
    list,
    addButton,
    pasted,
    isFull: room <= 0,
    getError: (line: Line) => (isJudged && isBlank(line) ? pendingLineRequiredMessage : undefined),

    changeAt: (index: number, line: Line) => change(lines.with(index, line)),

    addAt(index: number): void {
      focusNext(index)
      change(lines.toSpliced(index, 0, { text: '', done: false }))
    },

    removeAt(index: number): void {
      focusNext(index - 1)
      change(lines.toSpliced(index, 1))
    },

    /** The remaining tasks; undefined if a line is blank, which then gets the focus. */
    validate(): string[] | undefined {
      const blank = lines.findIndex(isBlank)
      setJudged(blank >= 0)
      if (blank < 0) return left.map(({ text }) => text.trim())
      focus(blank)
      return undefined
    },

    /** Call this after the validated lines were stored. */
    markSubmitted(): void {
      setUnsaved(false)
      setTyped(false)
      // Ticked-off lines were not stored; lines added meanwhile stay.
      setLines((now) => now.filter((line) => !(line.done && lines.includes(line))))
    },
  }
}

/** Whether a line is blank; a ticked-off line does not count, as it is not stored. */
function isBlank({ text, done }: Line): boolean {
  return !done && text.trim() === ''
}
