import { Button, Grid, Skeleton, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { dateInZone } from '#contract/kit/zone.ts'
import { getHome, type Home, type Review } from '#contract/reviews.ts'
import { useCall } from '#web/kit/call/query.ts'
import { useNow } from '#web/kit/live/now.ts'
import { CalendarPage } from '#web/kit/look/illustrations.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneSettled, useSchoolZone } from '#web/school/api.ts'
import { Banner } from './banner.tsx'
import { MonthCalendar } from './calendar/month-calendar.tsx'
import { NextReviewCard } from './next-review-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProgressCard, ProgressSkeleton } from './progress/progress-card.tsx'

/** When is my next review, and what do I do until then? */
export function StudentHomePage() {
  const query = useCall(getHome)
  return (
    <Page title="Home">
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Loaded query={query} skeleton={<HomeSkeleton />} ready={useIsZoneSettled()}>
            {(home) => (
              <Stack>
                <Banner student={home.student} />
                {isReview(home) ? <NextReviewCard review={home} /> : <NoReviewYet />}
                <ProgressCard />
              </Stack>
            )}
          </Loaded>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <ProfileCard />
            <ReviewCalendar review={query.data && isReview(query.data) ? query.data : undefined} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function isReview(home: Home): home is Review {
  return '_id' in home
}

function NoReviewYet() {
  return (
    <Empty
      picture={<CalendarPage />}
      text="Your first review appears here once your advisor has opened it."
      action={
        <Button component={Link} to={paths.weeklyTask}>
          Weekly Task
        </Button>
      }
    />
  )
}

function ReviewCalendar({ review }: { review: Review | undefined }) {
  const timeZone = useSchoolZone()
  const today = dateInZone(useNow(), timeZone)
  const marks: Record<string, string> = {}
  if (review) {
    const due = dateInZone(Date.parse(review.date), timeZone)
    marks[due] = 'review due'
    if (review.day) marks[review.day] = review.day === due ? 'review, due this day' : 'review'
  }
  return <MonthCalendar today={today} marks={marks} key={today} />
}

function HomeSkeleton() {
  return (
    <Stack aria-busy="true">
      <Skeleton height={88} radius="md" />
      <Skeleton height={400} radius="md" />
      <ProgressSkeleton />
    </Stack>
  )
}
