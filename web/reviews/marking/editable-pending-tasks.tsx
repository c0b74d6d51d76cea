import { Stack } from '@mantine/core'
import { z } from 'zod'
import { PendingList, pendingTaskUpdatedMessage, updateMark } from '#contract/reviews/marking.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { LinesField } from '#web/kit/form/fields/lines-field.tsx'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { PendingTaskList } from '../details/tasks/pending-task-list.tsx'
import { EditButtons } from './edit-buttons.tsx'
import { EditableCard } from './editable-card.tsx'

const PendingForm = z.object({ pendingTopic: PendingList })

/** The reviewer's pending tasks, which can be edited line by line. */
export function EditablePendingTasks({ review }: { review: Review }) {
  return (
    <EditableCard
      title="Pending tasks"
      editLabel="Edit the pending tasks"
      view={<PendingTaskList lines={review.pendingTask} />}
      form={(close) => <LinesForm review={review} close={close} />}
    />
  )
}

function LinesForm({ review, close }: { review: Review; close: () => void }) {
  const update = useApiMutation(updateMark)
  const { form, submit } = useSchemaForm(PendingForm, {
    pendingTopic: review.pendingTask.length > 0 ? review.pendingTask : [''],
  })

  useUnsaved(form.isDirty())

  const save = submit(async ({ pendingTopic }) => {
    await update.mutateAsync({ body: { id: review._id, pendingTopic } })
    toastSuccess(pendingTaskUpdatedMessage)
    close()
  }, toastServerMessage)

  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <LinesField
          title="What is left to do"
          lines={form.values.pendingTopic}
          error={form.errors.pendingTopic}
          lineProps={(index) => form.getInputProps(`pendingTopic.${index}`)}
          add={(index) => form.insertListItem('pendingTopic', '', index)}
          canBeEmpty
          remove={(index) => form.removeListItem('pendingTopic', index)}
          replace={(lines) => form.setFieldValue('pendingTopic', lines)}
        />
        <EditButtons busy={update.isPending} close={close} />
      </Stack>
    </form>
  )
}
