import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { exportTasks } from '#contract/tasks/import-and-export.ts'
import {
  type DomainTasks,
  listDomainTasks,
  type Task,
  workoutLists,
} from '#contract/tasks/tasks.ts'
import { exportList } from '#web/exports/api.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { LinkList, LinkListSkeleton } from '#web/kit/list/link-list-card.tsx'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedData } from '#web/kit/page/states.tsx'
import { Staircase } from '#web/kit/ui/drawings/staircase.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { paths } from '#web/paths.ts'

export function WeekListPage() {
  const { id = '' } = useParams()
  const query = useApiQuery(listDomainTasks, { query: { domain: id } })
  const found = query.data?.[0]
  const createTask = !found?.domain.isArchived && (
    <Button component={Link} to={paths.writeTaskFor(id)}>
      Create Task
    </Button>
  )
  return (
    <Page
      title={found?.domain.name}
      eyebrow="Weeks"
      isNarrow
      isNotFound={query.isError && !query.data}
      crumbs={[{ label: 'Domains', to: paths.domainList }]}
      menu={found && getMenu(id, found)}
      state={found?.domain.isArchived ? <StatePill sign="empty">Archived</StatePill> : undefined}
      action={
        found?.tasks.length ? (
          <>
            <Button variant="default" component={Link} to={paths.course(id)}>
              Whole course
            </Button>
            {createTask}
          </>
        ) : null
      }
    >
      <LoadedData query={{ ...query, data: found }} skeleton={<LinkListSkeleton />}>
        {({ tasks }) =>
          tasks.length === 0 ? (
            <EmptyState
              picture={<Staircase />}
              text="This domain has no tasks yet."
              action={createTask}
            />
          ) : (
            <LinkList
              label="Weeks"
              links={tasks.map((task) => ({
                to: paths.taskDetails(task._id),
                title: `week ${formatWeekNumber(task.week)}`,
                fact: workoutsIn(task),
              }))}
            />
          )
        }
      </LoadedData>
    </Page>
  )
}

function getMenu(id: string, { domain, tasks }: DomainTasks): MenuEntry[] {
  return [
    { label: 'Rubric', to: paths.rubric(id) },
    ...(domain.isArchived ? [] : [{ label: 'Import a course', to: paths.importCourse(id) }]),
    ...(tasks.length === 0
      ? []
      : [
          {
            label: 'Download as Markdown',
            onClick: () => void exportList(exportTasks, { domain: id }),
          },
        ]),
  ]
}

function workoutsIn(task: Task): string {
  const workouts = workoutLists.reduce((sum, { field }) => sum + task[field].length, 0)
  return `${workouts} ${workouts === 1 ? 'workout' : 'workouts'}`
}
