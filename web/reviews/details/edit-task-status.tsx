import { Input, SegmentedControl, Stack } from '@mantine/core'
import { useId } from 'react'
import {
  completed,
  notAdded,
  type Review,
  type TaskState,
  type TaskStatus,
  taskStatusUpdated,
} from '#contract/reviews.ts'
import { toastServerMessage, toastSuccess } from '#web/kit/toast.ts'
import { useUpdateTaskStatus } from '../api.ts'
import { DetailCard } from './detail-card.tsx'
import { TaskStateDot } from './task-state-dot.tsx'
import { taskNames } from './task-states.ts'

/** The advisor says which of the week's tasks are done; each choice is saved at once. */
export function EditTaskStatus({ review }: { review: Review }) {
  return (
    <DetailCard title="Task Details">
      <Stack>
        {taskNames.map(({ field, name }) => (
          <TaskChoice key={field} review={review} field={field} name={name} />
        ))}
      </Stack>
    </DetailCard>
  )
}

type ChoiceProps = { review: Review; field: keyof TaskStatus; name: string }

/** One task; while its choice is on its way, the other tasks can be chosen. */
function TaskChoice({ review, field, name }: ChoiceProps) {
  const label = useId()
  const update = useUpdateTaskStatus()
  // Until the server has answered, the choice shows what is on its way to it.
  const sent = update.isPending ? update.variables.body?.value[field] : undefined

  function choose(state: TaskState) {
    update.mutate(
      { body: { id: review._id, value: { [field]: state } } },
      { onSuccess: () => toastSuccess(taskStatusUpdated), onError: toastServerMessage },
    )
  }

  return (
    <div>
      <Input.Label id={label} labelElement="div">
        {name}
      </Input.Label>
      <SegmentedControl<TaskState>
        fullWidth
        size="md"
        radius="md"
        transitionDuration={150}
        aria-labelledby={label}
        data={[
          { value: notAdded, label: <TaskStateDot state={notAdded} /> },
          { value: completed, label: <TaskStateDot state={completed} /> },
        ]}
        value={sent ?? review.taskStatus[field]}
        readOnly={update.isPending}
        onChange={choose}
      />
    </div>
  )
}
