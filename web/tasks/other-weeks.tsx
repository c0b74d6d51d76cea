import { ActionIcon } from '@mantine/core'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { listDomainTasks, type Task } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { LeftIcon, RightIcon } from '#web/kit/ui/icons/icons.tsx'
import { paths } from '#web/paths.ts'

/** Links to the domain's previous and next tasks. */
export function OtherWeeks({ task }: { task: Task }) {
  const query = useApiQuery(
    listDomainTasks,
    { query: { domain: task.domain } },
    { onlyLogged: true },
  )
  const tasks = query.data?.[0]?.tasks ?? []
  const at = tasks.findIndex(({ _id }) => _id === task._id)
  return (
    <>
      <ToWeek name="Previous week" task={at < 0 ? undefined : tasks[at - 1]} icon={LeftIcon} />
      <ToWeek name="Next week" task={at < 0 ? undefined : tasks[at + 1]} icon={RightIcon} />
    </>
  )
}

type Props = { name: string; task: Task | undefined; icon: ComponentType }

/** The first and the last week keep an empty place. */
function ToWeek({ name, task, icon: Icon }: Props) {
  if (!task) {
    return (
      <ActionIcon variant="default" disabled aria-label={name}>
        <Icon />
      </ActionIcon>
    )
  }
  return (
    <ActionIcon
      variant="default"
      component={Link}
      to={paths.taskDetails(task._id)}
      aria-label={`${name}: week ${formatWeekNumber(task.week)}`}
    >
      <Icon />
    </ActionIcon>
  )
}
