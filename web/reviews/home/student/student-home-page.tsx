import { Anchor, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { getProfile } from '#contract/people/profile.ts'
import {
  getHome,
  type Home,
  type HomeReview,
  isOnHold,
  type ReviewStudent,
} from '#contract/reviews/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { useNow } from '#web/kit/live/now.ts'
import { HeadingSkeleton } from '#web/kit/page/heading-skeleton.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, ErrorState, LoadedData } from '#web/kit/page/states.tsx'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { CalendarSheet } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneFetched, useSchoolZone } from '#web/school/api.ts'
import { MonthCalendar } from './calendar/month-calendar.tsx'
import { NextReviewCard } from './next-review/next-review-card.tsx'
import { ProgressSkeleton } from './progress/progress-skeleton.tsx'
import styles from './student-home-page.module.css'
import { WeekTasksCard, WeekTasksSkeleton } from './week-tasks-card.tsx'

/** The student's home: the next review, and what to do until then. */
export function StudentHomePage() {
  const query = useApiQuery(getHome)
  const ready = useIsZoneFetched()
  const isLost = query.isError && !query.data
  const review = query.data && isReview(query.data) ? query.data : undefined
  const ProgressCard = useLazyComponent(
    async () => (await import('./progress/marks-card.tsx')).OwnMarksCard,
  )
  return (
    <Page title="Home" {...(!isLost && { answer: <Greeting name={query.data?.student.name} /> })}>
      {isLost ? (
        <Card withBorder>
          <ErrorState error={query.error} retry={query.refetch} />
        </Card>
      ) : (
        <div className={styles.columns}>
          <div>
            <LoadedData query={query} skeleton={<HomeSkeleton />} ready={ready}>
              {(home) => (
                <Stack gap="lg">
                  {isReview(home) ? <UntilReview review={home} /> : <NoReviewYet />}
                  {ProgressCard ? <ProgressCard /> : <ProgressSkeleton />}
                </Stack>
              )}
            </LoadedData>
          </div>
          <Stack>
            <ReviewCalendar review={review} />
            <ProfileCard domain={query.data?.student.domain} />
            {query.data && !review && <CurrentWeek student={query.data.student} />}
          </Stack>
        </div>
      )}
    </Page>
  )
}

function UntilReview({ review }: { review: HomeReview }) {
  return (
    <>
      <Next review={review} />
      {!review.finished && <WeekTasksCard review={review} />}
    </>
  )
}

function Next({ review }: { review: HomeReview }) {
  if (review.finished) return <Finished outcome={review.finished} />
  return review.pause ? <Paused pause={review.pause} /> : <NextReviewCard review={review} />
}

function Finished({ outcome }: { outcome: NonNullable<HomeReview['finished']> }) {
  const FinishedCard = useLazyComponent(
    async () => (await import('./finished-card.tsx')).FinishedCard,
  )
  return FinishedCard ? <FinishedCard outcome={outcome} /> : <Skeleton height={180} radius="md" />
}

/** Few are paused, so the code is loaded only then. */
function Paused({ pause }: { pause: NonNullable<HomeReview['pause']> }) {
  const PausedCard = useLazyComponent(async () => (await import('./paused-card.tsx')).PausedCard)
  return PausedCard ? <PausedCard pause={pause} /> : <Skeleton height={180} radius="md" />
}

function isReview(home: Home): home is HomeReview {
  return '_id' in home
}

function NoReviewYet() {
  return (
    <EmptyState
      picture={<CalendarSheet />}
      text="Your first review appears here once your advisor has opened it."
      action={
        <Button component={Link} to={paths.weeklyTask}>
          Weekly Task
        </Button>
      }
    />
  )
}

function ReviewCalendar({ review }: { review: HomeReview | undefined }) {
  const timeZone = useSchoolZone()
  const today = getDateInZone(useNow(), timeZone)
  const marks: Record<string, string> = {}
  if (review && !review.finished && !isOnHold(review)) {
    const due = getDateInZone(Date.parse(review.date), timeZone)
    marks[due] = 'review due'
    if (review.day) marks[review.day] = review.day === due ? 'review, due this day' : 'review'
  }
  return <MonthCalendar today={today} marks={marks} key={today} />
}

function HomeSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true">
      <Skeleton height={280} radius="md" />
      <WeekTasksSkeleton />
      <ProgressSkeleton />
    </Stack>
  )
}

/** Greets the student by first name, according to the time of day. */
function Greeting({ name }: { name: string | undefined }) {
  const hour = new Date(useNow()).getHours()
  if (name === undefined) return <HeadingSkeleton />
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return `Good ${time}, ${name.split(' ', 1)[0]}`
}

/** The student's current week, shown where no review says it. */
function CurrentWeek({ student }: { student: ReviewStudent }) {
  return (
    <Text size="sm" c="dimmed">
      You are in week {formatWeekNumber(student.week)}
      {student.domain && ` of ${student.domain.name}`}.
    </Text>
  )
}

/** The signed-in student with their domain and a link to the profile. */
function ProfileCard({ domain }: { domain: ReviewStudent['domain'] | undefined }) {
  const { data: profile, isPending } = useApiQuery(getProfile.student)
  if (isPending) return <Skeleton height={80} radius="md" />
  if (!profile) return null
  return (
    <Card component="section" withBorder aria-label="Profile" py="xs">
      <Group wrap="nowrap" gap="sm">
        <Avatar person={profile} size={32} />
        <Stack gap={0} miw={0} flex={1}>
          <Text fw={500} truncate>
            {profile.name}
          </Text>
          {domain && <Text size="xs">{domain.name}</Text>}
          <Text size="xs" c="dimmed" truncate title={profile.email}>
            {profile.email}
          </Text>
        </Stack>
        <Anchor component={Link} to={paths.profile('student')}>
          Profile
        </Anchor>
      </Group>
    </Card>
  )
}
