import { Text } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { lastWeek } from '#contract/limits/limits.ts'
import type { Review } from '#contract/reviews/reviews.ts'

/** A note that the following week has no task; nothing if it has one. */
export function NoNextTask({ review }: { review: Review }) {
  if (!lacksNextTask(review)) return null
  return (
    <Text id={getNoNextTaskId(review)} size="sm" c="dimmed">
      Week {formatWeekNumber(review.week + 1)} has no task yet.
    </Text>
  )
}

/** Whether there is a following week and it has no task. */
export function lacksNextTask({ week, nextWeekHasTask }: Review): boolean {
  return !nextWeekHasTask && week < lastWeek
}

/** The id of the note, for `aria-describedby`. */
export function getNoNextTaskId({ _id }: Review): string {
  return `no-task-after-${_id}`
}
