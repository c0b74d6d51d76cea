import { Text } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { Review } from '#contract/reviews.ts'
import { getReviewTask } from '#contract/tasks.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { DetailCard } from '#web/reviews/details/detail-card.tsx'
import { WorkoutLists } from '#web/tasks/workouts.tsx'

/** The student's task for the week of the review. */
export function WeekTask({ review: { _id, week } }: { review: Review }) {
  const query = useApiQuery(getReviewTask, { query: { id: _id } })
  return (
    <DetailCard title={`Tasks of week ${formatWeekNumber(week)}`}>
      <Loaded query={query} skeleton={<Skeletons count={1} />}>
        {({ task }) =>
          task ? (
            <WorkoutLists task={task} order={3} />
          ) : (
            <Text>Nothing has been written for this week.</Text>
          )
        }
      </Loaded>
    </DetailCard>
  )
}
