import { ActionIcon, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { getDraft, type ReviewDraft } from '#contract/calls/review-draft.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { lineMaxLength } from '#contract/limits/limits.ts'
import { pendingTaskUpdatedMessage, updateMark } from '#contract/reviews/marking.ts'
import { getPreviousReview, type PreviousReview } from '#contract/reviews/person-reviews.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { handleEnter } from '#web/kit/form/fields/line-focus.ts'
import { toastIfFails, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { ErrorState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { CloseIcon, PlusIcon } from '#web/kit/ui/icons/icons.tsx'
import { MarkDetails } from '#web/reviews/details/mark-details.tsx'
import { StudentDetails } from '#web/reviews/details/student-details.tsx'
import { TaskDetails } from '#web/reviews/details/tasks/task-details.tsx'
import { WorkCard } from '#web/reviews/details/work-card.tsx'
import { isDecided } from '#web/reviews/marking/is-decided.ts'
import { MarkForm } from './mark-form.tsx'
import styles from './pending-tasks-form.module.css'
import { type DraftAutosave, useDraftAutosave } from './use-draft-autosave.ts'
import {
  type Line,
  type PendingTasksField,
  usePendingTasksField,
} from './use-pending-tasks-field.ts'

/** What a reviewer needs during a review: forms for marks and pending tasks, and details. */
export function MarkingPanel({ review }: { review: Review }) {
  // Once there is one, the local input is newer than the server's draft.
  const [draft, setDraft] = useState<ReviewDraft>()
  const kept = useApiQuery(getDraft, { query: { id: review._id } }, { enabled: !draft })
  const past = useApiQuery(getPreviousReview, { query: { id: review._id } })
  if (!draft && kept.data && !kept.isFetching) setDraft(kept.data.draft)
  if (kept.error && !draft) return <ErrorState error={kept.error} retry={kept.refetch} />
  if (!draft) return <Skeletons count={3} height={200} />
  return (
    <Stack>
      <Writing review={review} draft={draft} />
      <LoadedData query={past} skeleton={<Skeletons count={1} height={152} />}>
        {({ before }) => <LastMarks before={before} />}
      </LoadedData>
      <WorkCard review={review} viewer="reviewer" />
      <TaskDetails review={review} viewer="reviewer" />
      <StudentDetails review={review} viewer="reviewer" />
    </Stack>
  )
}

function Writing({ review, draft }: { review: Review; draft: ReviewDraft }) {
  const keeper = useDraftAutosave(review, draft)
  const pending = usePendingTasksField(review, draft.pendingTask, keeper)
  return (
    <>
      {isDecided(review) ? (
        <SectionCard title="Mark">
          <MarkDetails review={review} />
          <Text>The advisor has decided, so the marks stay as they are.</Text>
        </SectionCard>
      ) : (
        <MarkForm review={review} draft={draft.mark} pending={pending} keeper={keeper} />
      )}
      <div>
        <PendingTasksForm review={review} pending={pending} keeper={keeper} />
        <Text size="sm" role="status" mt={keeper.said ? 'xs' : 0}>
          {keeper.said}
        </Text>
      </div>
    </>
  )
}

function LastMarks({ before }: { before: PreviousReview | null }) {
  return (
    <SectionCard
      title={before ? `Last marks, week ${formatWeekNumber(before.week)}` : 'Last marks'}
    >
      {before ? <MarkDetails review={before} /> : <Text>This is the student’s first review.</Text>}
    </SectionCard>
  )
}

type Props = { review: Review; pending: PendingTasksField; keeper: DraftAutosave }

/** The pending tasks: to tick off, keep and add. */
function PendingTasksForm({ review, pending, keeper }: Props) {
  const update = useApiMutation(updateMark)
  const { lines, list, addButton, isFull, addAt, pasted } = pending

  async function submit() {
    const pendingTopic = pending.validate()
    if (!pendingTopic) return
    await toastIfFails(async () => {
      await keeper.submit(['pendingTask'], () =>
        update.mutateAsync({ body: { id: review._id, pendingTopic } }),
      )
      toastSuccess(pendingTaskUpdatedMessage)
      pending.markSubmitted()
    })
  }

  return (
    <SectionCard title="Pending tasks">
      <Stack>
        {lines.length === 0 && <Text>Nothing is pending.</Text>}
        <ul className={styles.lines} ref={list}>
          {lines.map((line, index) => (
            <PendingLine
              // A line has no id.
              key={index}
              number={index + 1}
              line={line}
              error={pending.getError(line)}
              change={(changed) => pending.changeAt(index, changed)}
              remove={() => pending.removeAt(index)}
              goOn={() => !isFull && addAt(index + 1)}
              paste={(event) => pasted.paste(event, index)}
              undoByKey={pasted.undoByKey}
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
        {pasted.undo && (
          <Button variant="subtle" onClick={pasted.undo}>
            Undo the paste
          </Button>
        )}
        <Button variant="light" loading={update.isPending} onClick={submit}>
          Submit the pending tasks
        </Button>
      </Stack>
    </SectionCard>
  )
}

type PendingLineProps = {
  number: number
  line: Line
  error: string | undefined
  change: (line: Line) => void
  remove: () => void
  /** Enter adds a line below. */
  goOn: () => void
  paste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  undoByKey: (event: KeyboardEvent) => void
}

/** A pending task: to edit, tick off or remove. */
function PendingLine(props: PendingLineProps) {
  const { number, line, error, change, remove, goOn, paste, undoByKey } = props
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Checkbox
        size="lg"
        // Next to the first line of the text.
        mt="calc((var(--control) - var(--checkbox-size)) / 2)"
        aria-label={`Pending task ${number} is done`}
        checked={line.done}
        onChange={({ currentTarget }) => change({ ...line, done: currentTarget.checked })}
      />
      <Textarea
        autosize
        flex={1}
        aria-label={`Pending task ${number}`}
        maxLength={lineMaxLength}
        value={line.text}
        error={error}
        styles={{ input: { textDecoration: line.done ? 'line-through' : undefined } }}
        onChange={({ currentTarget }) => change({ ...line, text: currentTarget.value })}
        onPaste={paste}
        onKeyDown={(event) => {
          undoByKey(event)
          handleEnter(event, goOn)
        }}
      />
      <ActionIcon color="gray" aria-label={`Remove pending task ${number}`} onClick={remove}>
        <CloseIcon />
      </ActionIcon>
    </Group>
  )
}
