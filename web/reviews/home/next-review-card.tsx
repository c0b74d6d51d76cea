import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { dateInZone } from '#contract/kit/zone.ts'
import { dueLabel, notScheduled, type Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { weekdayMonthDay } from '#web/kit/look/dates.ts'
import { BookIcon } from '#web/kit/look/icons.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { ZoneNote } from '#web/kit/look/zone-note.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { JoinReview } from '../join-review.tsx'
import { BookedTime, OverdueBadge } from '../when.tsx'
import { CheckDevices } from './check-devices.tsx'
import styles from './next-review-card.module.css'

/** When the next review is, and what to do until then (specification, section 2). */
export function NextReviewCard({ review }: { review: Review }) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const date = dateInZone(Date.parse(review.date), timeZone)
  const { text, overdue } = dueLabel(review.date, now, timeZone)
  const isDone = review.status === 'conducted'
  return (
    <Card component="section" withBorder p="lg" aria-labelledby="next-review">
      <Stack>
        <Group wrap="nowrap" gap="lg" align="stretch">
          <div className={styles.week}>
            <span className={styles.digits}>{twoDigits(review.week)}</span>
            <span>week</span>
          </div>
          <Stack gap={4} justify="center">
            <Title order={2} id="next-review">
              Next Review
            </Title>
            <time dateTime={date} className={styles.date}>
              {weekdayMonthDay(date)}
            </time>
            <Group gap={8}>
              <Text fw={600}>{isDone ? 'Your marks are in' : text}</Text>
              {overdue && !isDone && <OverdueBadge />}
            </Group>
          </Stack>
        </Group>
        <BookingLine review={review} />
        <Group className={styles.actions}>
          <Button component={Link} to={paths.weeklyTask} leftSection={<BookIcon />}>
            Weekly Task
          </Button>
          {review.status === 'review-scheduled' && <JoinReview review={review} variant="default" />}
          {isDone && (
            <Button
              variant="default"
              component={Link}
              to={paths.reviewDetails('student', review._id)}
            >
              Review Details
            </Button>
          )}
        </Group>
        {review.status === 'review-scheduled' && <CheckDevices />}
        {review.time && !isDone && <ZoneNote timeZone={timeZone} />}
      </Stack>
    </Card>
  )
}

function BookingLine({ review }: { review: Review }) {
  const advisor = review.advisor?.name ?? 'your advisor'
  if (review.status === 'conducted') {
    return <Text>Your review is done. Next, {advisor} decides how you go on.</Text>
  }
  if (!review.reviewer) {
    return (
      <Text>
        Time and reviewer: {notScheduled}. {sentenceStart(advisor)} books them for you.
      </Text>
    )
  }
  return (
    <Text>
      Booked: <BookedTime review={review} /> with {review.reviewer.name}
    </Text>
  )
}

function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
