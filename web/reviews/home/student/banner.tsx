import { Text } from '@mantine/core'
import type { ReviewStudent } from '#contract/reviews.ts'
import { twoDigits } from '#web/kit/look/week.ts'

/** A greeting, and how far the student has come. */
export function Banner({ student }: { student: ReviewStudent }) {
  return (
    <Text size="sm" c="dimmed">
      Hello {student.name}. You are in week {twoDigits(student.week)}
      {student.domain && ` of ${student.domain.name}`}.
    </Text>
  )
}
