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
  const update = useUpdateTaskStatus()
  // Until the server has answered, the choice shows that is on its way to it.
  const sent = update.isPending ? update.variables.body?.value : undefined

  function choose(field: keyof TaskStatus, state: TaskState) {
    update.mutate(
      { body: { id: review._id, value: { [field]: state } } },
      { onSuccess: () => toastSuccess(taskStatusUpdated), onError: toastServerMessage },
    )
  }

  return (
    <DetailCard title="Task Details">
      <Stack>
        {taskNames.map(({ field, name }) => (
          <TaskChoice
            key={field}
            name={name}
            state={sent?.[field] ?? review.taskStatus[field]}
            disabled={update.isPending}
            choose={(state) => choose(field, state)}
          />
        ))}
      </Stack>
    </DetailCard>
  )
}

type ChoiceProps = {
  name: string
  state: TaskState
  disabled: boolean
  choose: (state: TaskState) => void
}

function TaskChoice({ name, state, disabled, choose }: ChoiceProps) {
  const label = useId()
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
        value={state}
        readOnly={disabled}
        onChange={choose}
      />
    </div>
  )
}
