import { Text } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { ReviewStudent } from '#contract/reviews.ts'

/** The student's current week, shown where no review says it. */
export function CurrentWeek({ student }: { student: ReviewStudent }) {
  return (
    <Text size="sm" c="dimmed">
      You are in week {formatWeekNumber(student.week)}
      {student.domain && ` of ${student.domain.name}`}.
    </Text>
  )
}
