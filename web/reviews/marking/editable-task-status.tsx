import { Group, Input, Stack, Text } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { taskStatusUpdatedMessage, updateTaskStatus } from '#contract/reviews/marking.ts'
import {
  type Review,
  type TaskState,
  taskCompleted,
  taskNotAdded,
  type WeekTaskStates,
} from '#contract/reviews/reviews.ts'
import { useApiMutation } from '#web/kit/api/hooks.ts'
import { useUnsaved } from '#web/kit/form/draft/unsaved.ts'
import { SegmentedField } from '#web/kit/form/fields/segmented-field.tsx'
import { toastServerErrorMessage, toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { useAdvisorOrAdmin } from '../api.ts'
import { taskNames } from '../details/tasks/task-names.ts'
import { TaskStateDot } from '../details/tasks/task-state-dot.tsx'
import { useWorkLinks } from '../details/tasks/use-work-links.ts'
import { TaskLink } from '../details/tasks/work-link.tsx'

/** Lets an advisor or admin set which tasks of the week are done; each choice is saved at once. */
export function EditableTaskStatus({ review }: { review: Review }) {
  const links = useWorkLinks(review, useAdvisorOrAdmin())
  return (
    <SectionCard title="Task Details">
      <Stack>
        {taskNames.map(({ field, name }) => (
          <TaskChoice key={field} review={review} field={field} name={name} url={links[field]} />
        ))}
      </Stack>
    </SectionCard>
  )
}

/** How long a choice may take, in ms, before the page says that it is being saved. */
const saidAfterMs = 1_000

type ChoiceProps = {
  review: Review
  field: keyof WeekTaskStates
  name: string
  /** The student's link, if there is one. */
  url: string | undefined
}

/** One task. While it is being saved, the others can be changed. */
function TaskChoice({ review, field, name, url }: ChoiceProps) {
  const label = useId()
  const update = useApiMutation(updateTaskStatus[useAdvisorOrAdmin()])
  // Shows the value being saved until the server answers.
  const sent = update.isPending ? update.variables.body?.value[field] : undefined

  useUnsaved(update.isPending, 'sending')
  const isLate = useIsLate(update.isPending)

  function choose(state: TaskState) {
    update.mutate(
      { body: { id: review._id, value: { [field]: state } } },
      { onSuccess: () => toastSuccess(taskStatusUpdatedMessage), onError: toastServerErrorMessage },
    )
  }

  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Input.Label id={label} labelElement="div">
          {name}
        </Input.Label>
        <Group gap="md">
          <Text role="status" size="sm">
            {(isLate || update.isPaused) && 'Not saved yet'}
          </Text>
          <TaskLink name={name} url={url} />
        </Group>
      </Group>
      <SegmentedField<TaskState>
        fullWidth
        aria-labelledby={label}
        data={[
          { value: taskNotAdded, label: <TaskStateDot state={taskNotAdded} /> },
          { value: taskCompleted, label: <TaskStateDot state={taskCompleted} /> },
        ]}
        value={sent ?? review.taskStatus[field]}
        readOnly={update.isPending}
        onChange={choose}
      />
    </div>
  )
}

/** Whether a request is taking longer than usual. */
function useIsLate(isOnItsWay: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isOnItsWay) return
    const timer = setTimeout(() => setLate(true), saidAfterMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOnItsWay])
  return isLate
}
