import { Stack, Text } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { DecisionKind } from '#contract/reviews/decision.ts'
import { notScheduledLabel, type Review } from '#contract/reviews/reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { MarkDetails } from '../details/mark-details.tsx'
import { formatBooking } from '../rescheduling/format-booking.ts'
import { lacksNextTask } from './no-next-task.tsx'

/**
 * The basis of a decision: marks, reviewer, a slot that would be released, whether the next week
 * has a task.
 */
export function DecisionSummary({
  review,
  way,
}: {
  review: Review
  way: DecisionKind | 'graduate'
}) {
  const { student, week, reviewer, startsAt } = review
  const now = useNow()
  const timeZone = useSchoolZone()
  const isAhead = canBeHeld(review) && startsAt !== null && Date.parse(startsAt) > now
  return (
    <>
      <Stack gap={8}>
        <DescriptionList facts={{ Reviewer: reviewer?.name ?? notScheduledLabel }} />
        <MarkDetails review={review} />
      </Stack>
      {isAhead && <Text>The slot {formatBooking(review, timeZone)} becomes free again.</Text>}
      {way === 'next-week' && lacksNextTask(review) && (
        <Text fw={500}>
          Week {formatWeekNumber(week + 1)} has no task yet. {student.name} will have nothing new to
          do until an admin adds one.
        </Text>
      )}
    </>
  )
}
