import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getPreviousReview } from '#contract/reviews/person-reviews.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { LoadedData } from '#web/kit/page/states.tsx'
import { MarkDetails } from '../../details/mark-details.tsx'
import { PendingTaskList } from '../../details/tasks/pending-task-list.tsx'

/** The marks of a student's last review, and the tasks still pending. */
export function PreviousReview({ review: { _id, lastMark, pendingTask } }: { review: Review }) {
  const query = useApiQuery(getPreviousReview, { query: { id: _id } }, { onlyLogged: true })
  return (
    <Stack gap="sm" pt={8} pb={4}>
      {lastMark && (
        <>
          <Title order={4}>Last marks, week {formatWeekNumber(lastMark.week)}</Title>
          <MarkDetails review={{ week: lastMark.week, status: 'conducted', mark: lastMark }} />
        </>
      )}
      <LoadedData query={query} skeleton={<Skeleton height={56} />}>
        {({ before }) =>
          before ? (
            <>
              <Title order={4}>Pending tasks</Title>
              <PendingTaskList lines={pendingTask} />
            </>
          ) : (
            <Text>This is the student’s first review.</Text>
          )
        }
      </LoadedData>
    </Stack>
  )
}
