import { Button, Card, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { CourseOutcome } from '#contract/kit/kinds/course-outcome.ts'
import { paths } from '#web/paths.ts'

const words: Record<CourseOutcome, string> = {
  graduated: 'You have graduated',
  left: 'Your course has ended',
}

/** Says that the student's course has ended, in place of the next review. */
export function FinishedCard({ outcome }: { outcome: CourseOutcome }) {
  return (
    <Card component="section" withBorder aria-labelledby="finished">
      <Title order={2} id="finished" mb="xs">
        {words[outcome]}
      </Title>
      <Text>You can still read all your weeks, with their tasks and marks.</Text>
      <Group mt="md">
        <Button component={Link} to={paths.manifest} variant="default">
          Manifest
        </Button>
      </Group>
    </Card>
  )
}
