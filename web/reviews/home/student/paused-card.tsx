import { Button, Card, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { HomeReview } from '#contract/reviews/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { formatDay, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'

/** Says that the student's course is paused, in place of the next review. */
export function PausedCard({ pause }: { pause: NonNullable<HomeReview['pause']> }) {
  const today = getDateInZone(useNow(), useSchoolZone())
  const { until, reason } = pause
  const said = until === null ? '' : ` until ${toMidSentence(formatDay(until, today))}`
  return (
    <Card component="section" withBorder aria-labelledby="paused">
      <Title order={2} id="paused" mb="xs">
        Your course is paused{said}
      </Title>
      <Text style={{ overflowWrap: 'anywhere' }}>{reason}</Text>
      <Text c="dimmed" mt="xs">
        Nothing is due while it is paused. Your review is due seven days after it resumes.
      </Text>
      <Group mt="md">
        <Button component={Link} to={paths.weeklyTask} variant="default">
          Weekly Task
        </Button>
      </Group>
    </Card>
  )
}
