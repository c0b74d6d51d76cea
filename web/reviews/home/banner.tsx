import { Box, Card, Group, Text } from '@mantine/core'
import type { ReviewStudent } from '#contract/reviews.ts'
import { Staircase } from '#web/kit/look/staircase.tsx'
import { twoDigits } from '#web/kit/look/week.ts'

/** A greeting, and how far the student has come. */
export function Banner({ student }: { student: ReviewStudent }) {
  return (
    <Card withBorder py="xs">
      <Group wrap="nowrap" justify="space-between">
        <Text>
          Hello {student.name}. You are in week {twoDigits(student.week)}
          {student.domain && ` of ${student.domain.name}`}.
        </Text>
        <Box flex="none">
          <Staircase width={80} />
        </Box>
      </Group>
    </Card>
  )
}
