import { Anchor, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { HomeReview } from '#contract/reviews/reviews.ts'
import { listWeeklyTasks, noTaskYetMessage, workoutLists } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { ErrorState } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { TaskProgressBar } from '#web/work/task-progress-bar.tsx'
import { TickedLines } from '#web/work/ticked-lines.tsx'

/** What to do until the next review: pending tasks and this week's tasks. */
export function WeekTasksCard({ review }: { review: HomeReview }) {
  const weekly = useApiQuery(listWeeklyTasks)
  if (weekly.error) return <ErrorState error={weekly.error} retry={weekly.refetch} />
  if (!weekly.data) return <WeekTasksSkeleton />
  const task = weekly.data.tasks.find(({ week }) => week === review.week)
  return (
    <Card component="section" withBorder aria-labelledby="this-week">
      <Stack gap="lg">
        <Group justify="space-between">
          <Title order={2} id="this-week">
            This week
          </Title>
          {task && <TaskProgressBar task={task} ticks={review.work.ticks} />}
        </Group>
        {review.pendingTask.length > 0 && (
          <Lines title="Pending tasks" lines={review.pendingTask} />
        )}
        {task ? (
          workoutLists.map(({ field, title }) => (
            <Lines key={field} title={title} lines={task[field]} ticks={review.work.ticks} />
          ))
        ) : (
          <Text>{noTaskYetMessage}</Text>
        )}
        <Anchor component={Link} to={paths.weeklyTask}>
          {review.work.isReady ? 'You are ready: see your work' : 'Tick tasks and add links'}
        </Anchor>
      </Stack>
    </Card>
  )
}

/** Reserves the height of the tasks. */
export function WeekTasksSkeleton() {
  return <Skeleton height={480} radius="md" />
}

type LinesProps = { title: string; lines: string[]; ticks?: string[] }

function Lines({ title, lines, ticks = [] }: LinesProps) {
  // Not needed for the first paint.
  const Shown = useLazyComponent(
    async () => (await import('#web/kit/ui/text/inline-markdown.tsx')).InlineMarkdown,
  )
  return (
    <div>
      <Text component="h3" size="sm" fw={500} c="dimmed" mb={4}>
        {title}
      </Text>
      <TickedLines lines={lines} ticks={ticks} Line={Shown} />
    </div>
  )
}
