import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Review } from '#contract/reviews/reviews.ts'
import { listWeeklyTasks, noTaskYetMessage, workoutLists } from '#contract/tasks/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useLazy } from '#web/kit/lazy/use-lazy.ts'
import { Failed } from '#web/kit/page/states.tsx'
import styles from './week-tasks-card.module.css'

/** What to do until the next review: pending tasks and this week's tasks. */
export function WeekTasksCard({ review }: { review: Review }) {
  const weekly = useApiQuery(listWeeklyTasks)
  if (weekly.error) return <Failed error={weekly.error} retry={weekly.refetch} />
  if (!weekly.data) return <WeekTasksSkeleton />
  const task = weekly.data.tasks.find(({ week }) => week === review.week)
  return (
    <Card component="section" withBorder aria-labelledby="this-week">
      <Stack gap="lg">
        <Title order={2} id="this-week">
          This week
        </Title>
        {review.pendingTask.length > 0 && (
          <Lines title="Pending tasks" lines={review.pendingTask} />
        )}
        {task ? (
          workoutLists.map(({ field, title }) => (
            <Lines key={field} title={title} lines={task[field]} />
          ))
        ) : (
          <Text>{noTaskYetMessage}</Text>
        )}
      </Stack>
    </Card>
  )
}

/** Reserves the height of the tasks. */
export function WeekTasksSkeleton() {
  return <Skeleton height={480} radius="md" />
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  // Not needed for the first paint.
  const Shown = useLazy(
    async () => (await import('#web/kit/ui/text/inline-markdown.tsx')).InlineMarkdown,
  )
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.lines}>
        {lines.map((line, index) => (
          <li key={`${index} ${line}`}>{Shown ? <Shown>{line}</Shown> : line}</li>
        ))}
      </ul>
    </div>
  )
}
