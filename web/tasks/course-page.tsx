import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { firstWeek } from '#contract/limits/limits.ts'
import { type DomainTasks, listDomainTasks } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { Staircase } from '#web/kit/ui/drawings/staircase.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { paths } from '#web/paths.ts'
import styles from './course-page.module.css'
import { WorkoutLists } from './workouts.tsx'

/** A domain's course on one page, week by week, to read and to print. */
export function CoursePage() {
  const { id = '' } = useParams()
  const query = useApiQuery(listDomainTasks, { query: { domain: id } })
  const found = query.data?.[0]
  return (
    <Page
      title={found?.domain.name}
      eyebrow="Course"
      isNotFound={query.isError && !query.data}
      crumbs={[
        { label: 'Domains', to: paths.domainList },
        ...(found ? [{ label: 'Weeks', to: paths.weekList(id) }] : []),
      ]}
      state={found?.domain.isArchived ? <StatePill sign="empty">Archived</StatePill> : undefined}
      action={found?.tasks.length ? <Button onClick={() => window.print()}>Print</Button> : null}
    >
      <LoadedData query={{ ...query, data: found }} skeleton={<Skeletons count={4} height={200} />}>
        {(course) =>
          course.tasks.length === 0 ? <NoTasks course={course} /> : <Weeks {...course} />
        }
      </LoadedData>
    </Page>
  )
}

/** Each week up to the last one that has a task. */
function Weeks({ domain, tasks }: DomainTasks) {
  const last = tasks.at(-1)?.week ?? firstWeek
  const weeks = Array.from({ length: last - firstWeek + 1 }, (_, index) => firstWeek + index)
  return (
    <Stack>
      {weeks.map((week) => {
        const task = tasks.find((one) => one.week === week)
        return (
          <Card
            key={week}
            withBorder
            component="section"
            aria-labelledby={`week-${week}`}
            className={styles.week ?? ''}
          >
            <Group justify="space-between" wrap="nowrap" mb="sm">
              <Title order={2} id={`week-${week}`}>
                Week {formatWeekNumber(week)}
              </Title>
              {(task || !domain.isArchived) && (
                <Button
                  variant="default"
                  component={Link}
                  to={task ? paths.taskDetails(task._id) : paths.writeTaskOf(domain._id, week)}
                  aria-label={`${task ? 'Edit' : 'Write'} week ${formatWeekNumber(week)}`}
                >
                  {task ? 'Edit' : 'Write'}
                </Button>
              )}
            </Group>
            {task ? <WorkoutLists task={task} order={3} /> : <Text c="dimmed">No task yet.</Text>}
          </Card>
        )
      })}
    </Stack>
  )
}

function NoTasks({ course: { domain } }: { course: DomainTasks }) {
  return (
    <EmptyState
      picture={<Staircase />}
      text="This course has no tasks yet."
      action={
        !domain.isArchived && (
          <Button component={Link} to={paths.writeTaskFor(domain._id)}>
            Create Task
          </Button>
        )
      }
    />
  )
}
