import { Text } from '@mantine/core'
import { twoDigits } from '#contract/kit/time/week.ts'
import { lastWeek } from '#contract/limits.ts'
import type { Review } from '#contract/reviews.ts'

/** Says that nothing is written for the week after a review's; nothing where something is. */
export function NoNextTask({ review }: { review: Review }) {
  if (!lacksNextTask(review)) return null
  return (
    <Text id={getNoNextTaskId(review)} size="sm" c="dimmed">
      Week {twoDigits(review.week + 1)} has no task yet.
    </Text>
  )
}

/** Whether nothing is written for the week after a review's, and there is such a week. */
export function lacksNextTask({ week, nextWeekHasTask }: Review): boolean {
  return !nextWeekHasTask && week < lastWeek
}

/** The id on the page of what says so, for the button that it is about. */
export function getNoNextTaskId({ _id }: Review): string {
  return `no-task-after-${_id}`
}
