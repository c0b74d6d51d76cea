import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReviewDraft } from '#contract/calls.ts'
import { linesMax } from '#contract/limits.ts'
import type { ReviewBefore } from '#contract/reviews/look-back.ts'
import { pendingLineRequired, pendingTaskUpdated, updateMark } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews.ts'
import { useChange } from '#web/kit/call/query.ts'
import { useLineFocus } from '#web/kit/form/line-focus.ts'
import { useUnsaved } from '#web/kit/form/unsaved.ts'
import { PlusIcon } from '#web/kit/look/icons/icons.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/toast.ts'
import { DetailCard } from '#web/reviews/details/detail-card.tsx'
import styles from './pending-desk.module.css'
import { type Line, PendingLine } from './pending-line.tsx'
import type { DraftKeeper } from './use-draft-keeper.ts'

type Props = {
  review: Review
  draft: ReviewDraft['pendingTask']
  before: ReviewBefore | null
  keeper: DraftKeeper
}

/** What was left to do, to tick off or keep, and what is left to do now. */
export function PendingDesk({ review, draft, before, keeper }: Props) {
  const update = useChange(updateMark)
  const [lines, setLines] = useState(draft ?? carriedOver(review, before))
  const [isTouched, setTouched] = useState(false)
  const [isJudged, setJudged] = useState(false)
  const { list, addButton, focus, focusNext } = useLineFocus(lines.length)
  const left = lines.filter(({ done }) => !done)
  const isFull = left.length >= linesMax || lines.length >= linesMax * 2
  useUnsaved(isTouched, 'draft')

  function change(next: Line[]) {
    setLines(next)
    setTouched(true)
    keeper.change({ pendingTask: next })
  }
  function addAt(index: number) {
    focusNext(index)
    change(lines.toSpliced(index, 0, { text: '', done: false }))
  }
  function removeAt(index: number) {
    focusNext(index - 1)
    change(lines.toSpliced(index, 1))
  }

  async function submit() {
    const blank = lines.findIndex(isBlank)
    setJudged(blank >= 0)
    if (blank >= 0) return focus(blank)
    try {
      await keeper.settle('pendingTask')
      const pendingTopic = left.map(({ text }) => text.trim())
      await update.mutateAsync({ body: { id: review._id, pendingTopic } })
      toastSuccess(pendingTaskUpdated)
      setTouched(false)
      // What was ticked off is no part of what is stored; what is typed meanwhile stays.
      setLines((now) => now.filter((line) => !(line.done && lines.includes(line))))
    } catch (error) {
      toastServerMessage(error)
    }
  }

  return (
    <DetailCard title="Pending tasks">
      <Stack>
        {lines.length === 0 && <Text>Nothing is pending.</Text>}
        <ul className={styles.lines} ref={list}>
          {lines.map((line, index) => (
            <PendingLine
              // A line has no name but its place.
              key={index}
              number={index + 1}
              line={line}
              error={isJudged && isBlank(line) ? pendingLineRequired : undefined}
              change={(changed) => change(lines.with(index, changed))}
              remove={() => removeAt(index)}
              goOn={() => !isFull && addAt(index + 1)}
            />
          ))}
        </ul>
        <Button
          ref={addButton}
          variant="default"
          leftSection={<PlusIcon />}
          disabled={isFull}
          onClick={() => addAt(lines.length)}
        >
          Add a pending task
        </Button>
        <Button variant="light" loading={update.isPending} onClick={submit}>
          Submit the pending tasks
        </Button>
      </Stack>
    </DetailCard>
  )
}

/** Whether a line would say nothing; one that is ticked off is not stored anyway. */
function isBlank({ text, done }: Line): boolean {
  return !done && text.trim() === ''
}

/** The review's own list once there is one, else what the review before left. */
function carriedOver(review: Review, before: ReviewBefore | null): Line[] {
  const isFresh = review.status !== 'conducted' && review.pendingTask.length === 0
  const texts = isFresh ? (before?.pendingTask ?? []) : review.pendingTask
  return texts.map((text) => ({ text, done: false }))
}
