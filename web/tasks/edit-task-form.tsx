import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { type Ref, useState } from 'react'
import {
  type editTask,
  type Task,
  TaskEdit,
  taskEditedMessage,
  taskRefusals,
} from '#contract/tasks/tasks.ts'
import type { useApiMutation } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { useSchemaForm } from '#web/kit/form/form.ts'
import { FormError } from '#web/kit/form/form-error.tsx'
import { toastServerMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { TaskPreview } from './task-preview.tsx'
import { WorkoutFields } from './workout-fields.tsx'

type Props = {
  /** A ref to the form, for the button outside that saves. */
  form: Ref<HTMLFormElement>
  task: Task
  edit: ReturnType<typeof useApiMutation<typeof editTask>>
  close: () => void
}

/** A form to edit a task; it closes when saved. */
export function EditTaskForm({ form: ref, task, edit, close }: Props) {
  const week: number | string = task.week
  const { personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts } = task
  const { form, submit } = useSchemaForm(
    TaskEdit,
    { week, personalDevelopmentWorkout, technicalWorkouts, miscellaneousWorkouts },
    { week: taskRefusals.weekTaken },
  )

  useUnsaved(form.isDirty())

  const [failure, setFailure] = useState<unknown>()
  const save = submit(async (value) => {
    setFailure(undefined)
    try {
      await edit.mutateAsync({ body: { id: task._id, value } })
    } catch (error) {
      toastServerMessage(error)
      setFailure(error)
      throw error
    }
    toastSuccess(taskEditedMessage)
    close()
  })

  return (
    <form onSubmit={save} noValidate ref={ref}>
      <Stack gap="lg">
        <NumberInput
          label="Week number"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          maw={240}
          autoFocus
          {...form.getInputProps('week')}
        />
        <WorkoutFields form={form} />
        <TaskPreview task={form.values} />
        <Group>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
        {failure !== undefined && (
          <FormError text="The task was not saved." error={failure} fields={form.errors} />
        )}
      </Stack>
    </form>
  )
}
