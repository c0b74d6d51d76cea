import { Accordion, Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import { getProfile } from '#contract/people/profile.ts'
import { listOwnReviews, type Review } from '#contract/reviews/reviews.ts'
import { listWeeklyTasks, noTaskYetMessage, type Task } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { Staircase } from '#web/kit/ui/drawings/staircase.tsx'
import { paths } from '#web/paths.ts'
import styles from './own-weekly-tasks-page.module.css'
import { WorkoutLists } from './workouts.tsx'

/** The student's task of this week, and the previous ones. */
export function WeeklyTaskPage() {
  const query = useApiQuery(listWeeklyTasks)
  const profile = useApiQuery(getProfile.student)
  const both = query.data && profile.data ? { ...query.data, week: profile.data.week } : undefined

  function retry() {
    void query.refetch()
    void profile.refetch()
  }

  return (
    <Page title="Weekly Task">
      <Loaded
        query={{ data: both, error: query.error ?? profile.error, refetch: retry }}
        skeleton={<Skeletons count={3} height={160} />}
      >
        {(both) =>
          both.tasks.length + both.ahead.length === 0 ? <NoTasks /> : <Weeks {...both} />
        }
      </Loaded>
    </Page>
  )
}

type WeeksProps = { tasks: Task[]; ahead: number[]; week: number | undefined }

function Weeks({ tasks, ahead, week }: WeeksProps) {
  // The tasks do not wait for the past reviews.
  const { data: reviews = [] } = useApiQuery(listOwnReviews)
  const present = tasks.find((task) => task.week === week)
  const others = tasks.filter((task) => task !== present).toReversed()
  return (
    <Stack>
      <Card withBorder component="section" aria-labelledby="present-week">
        <Title order={2} mb="md" id="present-week">
          {week === undefined ? 'This week' : `This week: week ${formatWeekNumber(week)}`}
        </Title>
        {present ? <WorkoutLists task={present} order={3} /> : <Text>{noTaskYetMessage}</Text>}
      </Card>
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

/** The weeks ahead, by number. */
function WeeksAhead({ weeks }: { weeks: number[] }) {
  return (
    <section aria-labelledby="weeks-ahead" className={styles.coming}>
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
    <Empty
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
