import type { TaskStatus } from '#contract/reviews/reviews.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { DetailCard } from '../detail-card.tsx'
import { taskNames } from './task-names.ts'
import { TaskStateDot } from './task-state-dot.tsx'

/** Which tasks of the week are done. */
export function TaskDetails({ taskStatus }: { taskStatus: TaskStatus }) {
  const facts = taskNames.map(({ field, name }) => [
    name,
    <TaskStateDot key={field} state={taskStatus[field]} />,
  ])
  return (
    <DetailCard title="Task Details">
      <DescriptionList facts={Object.fromEntries(facts)} />
    </DetailCard>
  )
}
