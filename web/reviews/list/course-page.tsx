import { Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import {
  getHome,
  listOwnReviews,
  noReviewsFoundMessage,
  type Review,
  type ReviewStudent,
} from '#contract/reviews/reviews.ts'
import { useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedList } from '#web/kit/page/states.tsx'
import { DateText } from '#web/kit/ui/dates/instant-text.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { WeekStatusDot } from '../display/week-status.tsx'
import { stepLabelsText } from '../timeline/timeline-steps.ts'
import styles from './course-page.module.css'
import { StatusPill } from './status-pill.tsx'

/** The student's course: each review with its results, and the current one. */
export function CoursePage() {
  const { data: home } = useApiQuery(getHome)
  const presentId = home && '_id' in home ? home._id : undefined
  return (
    <Page title="Manifest">
      <Text className={styles.standing ?? ''}>{home && <Standing student={home.student} />}</Text>
      <LoadedList
        list={usePaginatedList(listOwnReviews)}
        infinite
        empty={<EmptyState picture={<EmptyTray />} text={noReviewsFoundMessage} />}
      >
        {(reviews) => (
          <ReviewGrid label="Reviews" reviews={reviews}>
            {(review) => <WeekCard review={review} isPresent={review._id === presentId} />}
          </ReviewGrid>
        )}
      </LoadedList>
    </Page>
  )
}

function Standing({ student: { week, domain } }: { student: ReviewStudent }) {
  return (
    <>
      You are in week {formatWeekNumber(week)}
      {domain && ` of ${domain.name}`}. Each review goes through these steps: {stepLabelsText}.
    </>
  )
}

function WeekCard({ review, isPresent }: { review: Review; isPresent: boolean }) {
  const timeZone = useSchoolZone()
  const day = review.day ?? getDateInZone(Date.parse(review.date), timeZone)
  return (
    <Stack gap={8}>
      <Title order={2}>
        <Link
          to={paths.reviewDetails('student', review._id)}
          className={styles.cover}
          aria-current={isPresent ? 'step' : undefined}
        >
          Week {formatWeekNumber(review.week)}
        </Link>
      </Title>
      <Group gap={8}>
        <StatusPill review={review} />
        {isPresent && <Text fw={600}>You are here</Text>}
      </Group>
      <Text c="dimmed">
        {review.day ? 'Review' : 'Due'} <DateText date={day} timeZone={timeZone} isMidSentence />
      </Text>
      {review.status === 'conducted' && (
        <Text component="div">
          <WeekStatusDot status={review.mark.weekStatus} />
          <div className={styles.marks}>
            Code {review.mark.code} · Theory {review.mark.theory}
          </div>
        </Text>
      )}
    </Stack>
  )
}

type Props = {
  /** The accessible name of the list. */
  label: string
  reviews: Review[]
  children: (review: Review) => ReactNode
}

/** Reviews as cards in as many columns as fit. */
function ReviewGrid({ label, reviews, children }: Props) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {reviews.map((review) => (
        <Card component="li" withBorder key={review._id}>
          {children(review)}
        </Card>
      ))}
    </ul>
  )
}
