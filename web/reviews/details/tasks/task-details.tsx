import type { TaskStatus } from '#contract/reviews.ts'
import { Facts } from '#web/kit/list/facts.tsx'
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
      <Facts facts={Object.fromEntries(facts)} />
    </DetailCard>
  )
}
