import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatDay, formatFullInstant, formatRelativeTimeIfToday } from '#web/kit/ui/dates/dates.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { TimelineBadge } from '../../timeline/timeline-badge.tsx'
import { CheckDevicesLink } from '../check-devices-link.tsx'
import { ReviewButtons } from '../review-buttons.tsx'
import styles from './next-meeting-card.module.css'
import { PreviousReviewCollapsible } from './previous-review-collapsible.tsx'

/** The reviewer's next review: when, how soon, and with whom. */
export function NextMeetingCard({ review, order = 2 }: { review: Review; order?: 2 | 3 }) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const { day, startsAt, student } = review
  if (!day || !startsAt) return null
  const starts = Date.parse(startsAt)
  const away = formatRelativeTimeIfToday(starts, now, timeZone)
  return (
    <Card component="section" withBorder aria-labelledby="next-meeting">
      <Stack gap="sm">
        <Title order={order} id="next-meeting">
          Next Review
        </Title>
        <time
          dateTime={startsAt}
          title={formatFullInstant(starts, timeZone)}
          className={styles.when}
        >
          <span className={styles.time}>{formatTimeAt(starts, timeZone)}</span>
          <span>
            {formatDay(day, getDateInZone(now, timeZone))}
            {away && `, ${away}`}
          </span>
        </time>
        <Group wrap="nowrap">
          <Avatar person={student} size={48} />
          <Stack gap={0} miw={0}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {student.name}
            </Text>
            <Text c="dimmed">
              Week {formatWeekNumber(review.week)}
              {student.domain && ` · ${student.domain.name}`}
            </Text>
            <TimelineBadge review={review} />
          </Stack>
        </Group>
        <div className={styles.actions}>
          <ReviewButtons review={review} />
          <CheckDevicesLink />
        </div>
        <PreviousReviewCollapsible review={review} />
      </Stack>
    </Card>
  )
}
