import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { getDueLabel } from '#contract/reviews/due-date.ts'
import { type HomeReview, notScheduledLabel, type Review } from '#contract/reviews/reviews.ts'
import { canBeHeld, isCallOffered } from '#contract/reviews/timeline.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { useNow } from '#web/kit/live/now.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatRelativeTimeIfToday, formatWeekdayMonthDay } from '#web/kit/ui/dates/dates.ts'
import { DateText } from '#web/kit/ui/dates/instant-text.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { BookIcon } from '#web/kit/ui/icons/icons.tsx'
import { paths } from '#web/paths.ts'
import { CheckDevicesLink } from '#web/reviews/home/check-devices-link.tsx'
import { JoinCallButton } from '#web/reviews/join-call-button.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { OverdueBadge } from '../../../display/due-and-booked-time.tsx'
import { describeMissingMarks, formatNextActorForStudent } from '../../../format.ts'
import { isOver } from '../../../timeline/review-phase.ts'
import { TimelineBadge } from '../../../timeline/timeline-badge.tsx'
import styles from './next-review-card.module.css'

/**
 * The next review: its slot if one is booked, otherwise the due date (specification, section 2;
 * contract, section 7).
 */
export function NextReviewCard({ review }: { review: HomeReview }) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const due = getDateInZone(Date.parse(review.date), timeZone)
  const date = review.day ?? due
  const { text, overdue } = getDueLabel(review.startsAt ?? review.date, now, timeZone)
  const isDone = review.status === 'conducted'
  const isUnmarked = isOver(review, now)
  return (
    <Card component="section" withBorder aria-labelledby="next-review">
      <Stack className={styles.body ?? ''}>
        <ReviewerWaitingNotice review={review} />
        <div className={styles.head}>
          <div className={styles.week}>
            <span className={styles.digits}>{formatWeekNumber(review.week)}</span>
            <span>week</span>
          </div>
          <Stack gap={4} justify="center" miw={0}>
            <Title order={2} size="sm" fw={500} c="dimmed" id="next-review">
              {isUnmarked ? 'Your review' : 'Next Review'}
            </Title>
            <time dateTime={date} className={styles.date}>
              {formatWeekdayMonthDay(date)}
            </time>
            <Group gap={8}>
              <Text size="md" component="div">
                <span className={styles.left}>{isDone ? 'Your marks are in' : text}</span>
                {!isDone && <Booking review={review} />}
              </Text>
              {!isDone && !review.day && <OverdueBadge review={review} overdue={overdue} />}
            </Group>
            {review.day && !isDone && (
              <Text size="xs" c="dimmed">
                due <DateText date={due} timeZone={timeZone} isMidSentence />
              </Text>
            )}
            <TimelineBadge review={review} />
          </Stack>
        </div>
        {!review.day && <NotBooked review={review} />}
        {(review.lostSlot || review.wish || review.declinedWish) && <Notes review={review} />}
        {isUnmarked && <Text>{describeMissingMarks(review, 'student')}</Text>}
        {isDone && (
          <Text>
            Your review is done. {formatNextActorForStudent(review)} decide how you continue.
          </Text>
        )}
        <NextReviewActions review={review} />
        {review.time && !isDone && <ZoneNote timeZone={timeZone} />}
      </Stack>
    </Card>
  )
}

/** The time of the slot, how soon that is, and with whom. */
function Booking({ review: { startsAt, reviewer } }: { review: Review }) {
  const now = useNow()
  const timeZone = useSchoolZone()
  if (!startsAt) return null
  const starts = Date.parse(startsAt)
  const away = formatRelativeTimeIfToday(starts, now, timeZone)
  return (
    <>
      {' · '}
      <time dateTime={startsAt}>{formatTimeAt(starts, timeZone)}</time>
      {away && ` (${away})`}
      {reviewer && ` with ${reviewer.name}`}
    </>
  )
}

const didNotCome = {
  student: 'You did not come to your review.',
  reviewer: 'Your reviewer did not come.',
}

function NotBooked({ review }: { review: HomeReview }) {
  return (
    <Text>
      {review.absent && `${didNotCome[review.absent]} `}Time and reviewer: {notScheduledLabel}.{' '}
      {formatNextActorForStudent(review)} book them for you.
    </Text>
  )
}

/** Few reviews have notes, so their code is loaded only if there are some. */
function Notes({ review }: { review: Review }) {
  const PlanNotes = useLazyComponent(
    async () => (await import('../../../rescheduling/booking-notices.tsx')).BookingNotices,
  )
  return PlanNotes && <PlanNotes review={review} viewer="student" />
}

/** Announces, also to screen readers, that the reviewer is in the call. */
function ReviewerWaitingNotice({ review: { reviewer, reviewerWaits } }: { review: HomeReview }) {
  return (
    <div role="status" className={styles.waits}>
      {reviewerWaits && reviewer && (
        <Text fw={600}>{reviewer.name} is waiting for you in the room.</Text>
      )}
    </div>
  )
}

/** From so long before the slot, joining is the main action; until then it is the week's task. */
const joinsAheadMs = 15 * minuteMs

/** The student's main action: work on the task, or join the call once it is near. */
function NextReviewActions({ review }: { review: HomeReview }) {
  const now = useNow()
  const { startsAt, reviewerWaits } = review
  const isOpen = isCallOffered(review, now) || (reviewerWaits && canBeHeld(review))
  const isSoon = startsAt !== null && Date.parse(startsAt) - joinsAheadMs <= now
  const joinsNow = isOpen && (isSoon || reviewerWaits)
  return (
    <>
      <Group className={styles.actions}>
        {joinsNow && <JoinCallButton as="student" review={review} />}
        <Button
          component={Link}
          to={paths.weeklyTask}
          leftSection={<BookIcon />}
          variant={joinsNow ? 'default' : 'filled'}
        >
          Weekly Task
        </Button>
        {isOpen && !joinsNow && <JoinCallButton as="student" review={review} variant="subtle" />}
        {review.startsAt !== null && !isOpen && (
          <Button
            variant="default"
            component={Link}
            to={paths.reviewDetails('student', review._id)}
          >
            Review Details
          </Button>
        )}
      </Group>
      {isOpen && <GettingReady review={review} />}
    </>
  )
}

function GettingReady({ review }: { review: HomeReview }) {
  const NextReviewLinks = useLazyComponent(
    async () => (await import('./next-review-links.tsx')).NextReviewLinks,
  )
  return (
    <div className={styles.ready}>
      <CheckDevicesLink />
      {NextReviewLinks && <NextReviewLinks review={review} />}
    </div>
  )
}
