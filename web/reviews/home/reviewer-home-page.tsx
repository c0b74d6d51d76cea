import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { listReviews, marksOwedAfterMs, noReviewsPending, type Review } from '#contract/reviews.ts'
import { useList } from '#web/kit/call/query.ts'
import { useNow } from '#web/kit/live/now.ts'
import { CalendarPage } from '#web/kit/look/illustrations.tsx'
import { ZoneNote } from '#web/kit/look/zone-note.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneSettled, useSchoolZone } from '#web/school/api.ts'
import { ReviewGrid } from '../review-grid.tsx'
import { BookedTime } from '../when.tsx'
import { ColleagueCard } from './colleague-card.tsx'
import { NextMeetingCard } from './next-meeting-card.tsx'

/** Whom do I see next, and when? */
export function ReviewerHomePage() {
  const list = useList(listReviews.reviewer, { query: { home: 'true' } })
  return (
    <Page
      title="Home"
      action={
        <Button variant="default" component={Link} to={paths.slotsList}>
          Your slots
        </Button>
      }
      menu={[
        { label: 'add slot', to: paths.addSlot },
        { label: 'Camera and sound', to: paths.deviceCheck('reviewer') },
      ]}
    >
      <LoadedList
        list={list}
        ready={useIsZoneSettled()}
        skeleton={<Skeleton height={216} radius="md" />}
        empty={
          <Empty
            picture={<CalendarPage />}
            text={noReviewsPending}
            action={
              <Button component={Link} to={paths.addSlot}>
                add slot
              </Button>
            }
          />
        }
      >
        {(reviews) => <Meetings reviews={reviews} />}
      </LoadedList>
    </Page>
  )
}

/** The next review large, then the later ones, then those that wait for their marks. */
function Meetings({ reviews }: { reviews: Review[] }) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const isOver = ({ startsAt }: Review) =>
    startsAt !== null && Date.parse(startsAt) < now - marksOwedAfterMs
  const over = reviews.filter(isOver)
  const [next, ...later] = reviews.filter((review) => !isOver(review))
  return (
    <Stack gap="lg">
      {next && <NextMeetingCard review={next} />}
      <ZoneNote timeZone={timeZone} />
      <MeetingList title="After that" reviews={later} isQuiet />
      <MeetingList title="Waiting for your marks" reviews={over} />
    </Stack>
  )
}

function MeetingList({
  title,
  reviews,
  isQuiet = false,
}: {
  title: string
  reviews: Review[]
  isQuiet?: boolean
}) {
  if (reviews.length === 0) return null
  return (
    <Stack component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      <ReviewGrid label={title} reviews={reviews}>
        {(review) => (
          <ColleagueCard review={review} isQuiet={isQuiet}>
            <Text>
              <BookedTime review={review} />
            </Text>
          </ColleagueCard>
        )}
      </ReviewGrid>
    </Stack>
  )
}
