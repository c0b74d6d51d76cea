import { Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { dateInZone } from '#contract/kit/zone.ts'
import { listManifest, noReviewsFound, type Review } from '#contract/reviews.ts'
import { useList } from '#web/kit/call/query.ts'
import { EmptyTray } from '#web/kit/look/illustrations.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { Day } from '#web/kit/look/when.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { LifeSign } from '../life/review-life.tsx'
import { ReviewGrid } from '../review-grid.tsx'
import { ReviewStatusBadge } from '../review-status.tsx'
import { WeekStatusDot } from '../week-status.tsx'
import styles from './manifest-page.module.css'

/** All of the student's reviews, week by week. */
export function ManifestPage() {
  return (
    <Page title="Manifest">
      <LoadedList
        list={useList(listManifest)}
        infinite
        empty={<Empty picture={<EmptyTray />} text={noReviewsFound} />}
      >
        {(reviews) => (
          <ReviewGrid label="Reviews" reviews={reviews}>
            {(review) => <WeekCard review={review} />}
          </ReviewGrid>
        )}
      </LoadedList>
    </Page>
  )
}

function WeekCard({ review }: { review: Review }) {
  const timeZone = useSchoolZone()
  const day = review.day ?? dateInZone(Date.parse(review.date), timeZone)
  return (
    <Stack gap={8}>
      <Title order={2}>
        <Link to={paths.reviewDetails('student', review._id)} className={styles.cover}>
          Week {twoDigits(review.week)}
        </Link>
      </Title>
      <div>
        <ReviewStatusBadge review={review} />
      </div>
      <Text c="dimmed">
        {review.day ? 'Review' : 'Due'} <Day date={day} timeZone={timeZone} />
      </Text>
      <LifeSign review={review} />
      {review.status === 'conducted' && (
        <Text component="div">
          <WeekStatusDot status={review.mark.weekStatus} />
        </Text>
      )}
    </Stack>
  )
}
