import { Button, Stack, Text } from '@mantine/core'
import { pendingTaskUpdatedMessage, updateMark } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { PlusIcon } from '#web/kit/ui/icons/icons.tsx'
import { PendingLine } from './pending-line.tsx'
import styles from './pending-tasks-form.module.css'
import type { DraftAutosave } from './use-draft-autosave.ts'
import type { PendingLines } from './use-pending-tasks-field.ts'

type Props = { review: Review; pending: PendingLines; keeper: DraftAutosave }

/** The pending tasks: to tick off, keep and add. */
export function PendingTasksForm({ review, pending, keeper }: Props) {
  const update = useApiMutation(updateMark)
  const { lines, list, addButton, isFull, addAt, pasted } = pending

  async function submit() {
    const pendingTopic = pending.validate()
    if (!pendingTopic) return
    try {
      await keeper.endDraft('pendingTask')
      await update.mutateAsync({ body: { id: review._id, pendingTopic } })
      toastSuccess(pendingTaskUpdatedMessage)
      pending.markSubmitted()
    } catch (error) {
      toastServerMessage(error)
    }
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
