import { Accordion, Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getProfile } from '#contract/people/profile.ts'
import { listOwnReviews, type Review } from '#contract/reviews/reviews.ts'
import { listWeeklyTasks, noTaskYetMessage, type Task } from '#contract/tasks/tasks.ts'
import type { Work } from '#contract/work.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { EmptyState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { Staircase } from '#web/kit/ui/drawings/staircase.tsx'
import { paths } from '#web/paths.ts'
import { WorkoutLists } from '#web/tasks/workouts.tsx'
import { EditWorkCard } from '#web/work/edit/edit-work-card.tsx'
import { SaveStatus } from '#web/work/edit/save-status.tsx'
import { TaskTicks } from '#web/work/edit/task-ticks.tsx'
import { type EditWork, useOwnWork } from '#web/work/edit/use-own-work.ts'
import { TaskProgressBar } from '#web/work/task-progress-bar.tsx'
import styles from './own-weekly-tasks-page.module.css'

/** The student's task of this week, to work on, and the previous ones. */
export function OwnWeeklyTasksPage() {
  const query = useApiQuery(listWeeklyTasks)
  const profile = useApiQuery(getProfile.student)
  const own = useOwnWork()
  const isLoaded = query.data && profile.data && !own.isLoading
  const both = isLoaded ? { ...query.data, week: profile.data.week } : undefined

  function retry() {
    void query.refetch()
    void profile.refetch()
  }

  return (
    <Page title="Weekly Task">
      <LoadedData
        query={{ data: both, error: query.error ?? profile.error, refetch: retry }}
        skeleton={<Skeletons count={3} height={160} />}
      >
        {(both) =>
          both.tasks.length + both.ahead.length === 0 && !own.work ? (
            <NoTasks />
          ) : (
            // Not from `both`, which is rendered with a delay: what is typed must show at once.
            <Weeks {...both} own={own} />
          )
        }
      </LoadedData>
    </Page>
  )
}

type WeeksProps = {
  tasks: Task[]
  ahead: number[]
  week: number | undefined
  own: ReturnType<typeof useOwnWork>
}

function Weeks({ tasks, ahead, week, own }: WeeksProps) {
  // The tasks do not wait for the past reviews.
  const { data: reviews = [] } = useApiQuery(listOwnReviews)
  const present = tasks.find((task) => task.week === week)
  const others = tasks.filter((task) => task !== present).toReversed()
  // Before the first review there is nothing to bring to it.
  const work = own.work?.week === week ? own.work : undefined
  return (
    <Stack>
      <Stack>
        <SectionCard
          id="present-week"
          title={week === undefined ? 'This week' : `This week: week ${formatWeekNumber(week)}`}
          action={present && work && <TaskProgressBar task={present} ticks={work.ticks} />}
        >
          <PresentTask task={present} work={work} edit={own.edit} />
        </SectionCard>
        {work && <EditWorkCard work={work} edit={own.edit} />}
        {work && <SaveStatus />}
      </Stack>
      <Accordion order={2} variant="separated" multiple>
        {others.map((task) => (
          <Accordion.Item key={task._id} value={task._id} className={styles.week ?? ''}>
            <Accordion.Control>week {formatWeekNumber(task.week)}</Accordion.Control>
            <Accordion.Panel>
              <Stack>
                <Outcome review={reviews.findLast(({ week }) => week === task.week)} />
                <WorkoutLists task={task} order={3} />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {ahead.length > 0 && <WeeksAhead weeks={ahead} />}
    </Stack>
  )
}

type PresentProps = { task: Task | undefined; work: Work | undefined; edit: EditWork }

function PresentTask({ task, work, edit }: PresentProps) {
  if (!task) return <Text>{noTaskYetMessage}</Text>
  return work ? (
    <TaskTicks task={task} work={work} edit={edit} />
  ) : (
    <WorkoutLists task={task} order={3} />
  )
}

/** The weeks ahead, by number. */
function WeeksAhead({ weeks }: { weeks: number[] }) {
  return (
    <section aria-labelledby="weeks-ahead" style={{ marginBlockStart: 8 }}>
      <Title order={2} id="weeks-ahead">
        Weeks ahead
      </Title>
      <Text c="dimmed">Each opens when you reach it.</Text>
      <ul className={styles.ahead}>
        {weeks.map((week) => (
          <li key={week}>week {formatWeekNumber(week)}</li>
        ))}
      </ul>
    </section>
  )
}

/** The result of a week's last review; nothing until it has marks. */
function Outcome({ review }: { review: Review | undefined }) {
  if (review?.status !== 'conducted') return null
  const { code, theory, weekStatus } = review.mark
  return (
    <Text>
      {weekStatus && `${weekStatus}: `}code {code}, theory {theory}.{' '}
      <Anchor component={Link} to={paths.reviewDetails('student', review._id)}>
        Review Details
      </Anchor>
    </Text>
  )
}

function NoTasks() {
  return (
    <EmptyState
      picture={<Staircase />}
      text="Your domain has no tasks yet."
      action={
        <Button component={Link} to={paths.home('student')}>
          Go to Home
        </Button>
      }
    />
  )
}
