import { notAdded, type TaskStatus } from '#contract/reviews.ts'
import { Facts } from '#web/kit/facts.tsx'
import { StateDot } from '#web/kit/state-dot.tsx'
import { DetailCard } from './detail-card.tsx'
import { taskNames } from './task-states.ts'

/** Which of the week's tasks are done: 'Not added' red, completed green. */
export function TaskDetails({ taskStatus }: { taskStatus: TaskStatus }) {
  const facts = taskNames.map(({ field, name }) => {
    const state = taskStatus[field]
    return [
      name,
      <StateDot key={field} colour={state === notAdded ? 'red' : 'green'}>
        {state}
      </StateDot>,
    ]
  })
  return (
    <DetailCard title="Task Details">
      <Facts facts={Object.fromEntries(facts)} />
    </DetailCard>
  )
}
