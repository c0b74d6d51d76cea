import { Button, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { Link } from 'react-router'
import { listReviews, type Review } from '#contract/reviews.ts'
import { type ListOf, useList } from '#web/kit/call/query.ts'
import { QuietDesk } from '#web/kit/look/illustrations.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Empty, LoadedList } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneSettled } from '#web/school/api.ts'
import { ReviewGrid, ReviewGridSkeleton } from '../review-grid.tsx'
import { WeekStatusDot } from '../week-status.tsx'
import { BookedTime, DueTime } from '../when.tsx'
import { ColleagueCard } from './colleague-card.tsx'

/** Who needs me now? Those without a slot, the longest due first; those to decide about; the rest. */
export function AdvisorHomePage() {
  const toSchedule = useList(listReviews.advisor, { query: { type: 'booking' } })
  const toDecide = useList(listReviews.advisor, { query: { status: 'conducted', open: 'true' } })
  const scheduled = useList(listReviews.advisor, { query: { home: 'true' } })
  const sections: Section[] = [
    { title: 'To schedule', list: toSchedule, about: (review) => <DueTime review={review} /> },
    { title: 'To decide', list: toDecide, about: (review) => <Marks review={review} /> },
    { title: 'Scheduled', list: scheduled, about: (review) => <Booking review={review} /> },
  ]
  const isEmpty = sections.every(({ list }) => list.items?.length === 0)
  // From the top on, so that nothing comes before what somebody already reads.
  const isZoneSettled = useIsZoneSettled()
  const awaited = sections.findIndex(({ list }) => list.isPending || !isZoneSettled)
  // A list that comes later is drawn in small steps, too.
  const shownCount = useDeferredValue(awaited < 0 ? sections.length : awaited + 1)
  return (
    <Page title="Home">
      {isEmpty ? (
        <NobodyWaits />
      ) : (
        sections
          .slice(0, shownCount)
          .map((section) => (
            <ReviewSection key={section.title} {...section} ready={isZoneSettled} />
          ))
      )}
    </Page>
  )
}

type Section = {
  title: string
  list: ListOf<typeof listReviews.advisor>
  /** What there is to know about one of them. */
  about: (review: Review) => ReactNode
}

/** A list under its heading; while it is empty there is nothing to say. */
function ReviewSection({ title, list, about, ready }: Section & { ready: boolean }) {
  const count = list.items?.length
  if (count === 0) return null
  return (
    <Stack component="section" aria-label={title}>
      <Title order={2}>
        {title}
        {count !== undefined && ` (${count}${list.hasNextPage ? ' and more' : ''})`}
      </Title>
      <LoadedList list={list} ready={ready} skeleton={<ReviewGridSkeleton />} empty={null}>
        {(reviews) => (
          <ReviewGrid label={title} reviews={reviews}>
            {(review) => (
              <ColleagueCard review={review} isQuiet={review.status === 'review-scheduled'}>
                {about(review)}
              </ColleagueCard>
            )}
          </ReviewGrid>
        )}
      </LoadedList>
    </Stack>
  )
}

function Marks({ review: { mark } }: { review: Review }) {
  return (
    <Stack gap={4}>
      <Text>
        Code {mark.code}, theory {mark.theory}
      </Text>
      <Text component="div">
        <WeekStatusDot status={mark.weekStatus} />
      </Text>
    </Stack>
  )
}

function Booking({ review }: { review: Review }) {
  return (
    <Text>
      <BookedTime review={review} /> with {review.reviewer?.name}
    </Text>
  )
}

function NobodyWaits() {
  return (
    <Empty
      picture={<QuietDesk />}
      text="Nobody needs you now. New students appear here with their first review."
      action={
        <Button variant="default" component={Link} to={paths.advisorReviews}>
          Reviews List
        </Button>
      }
    />
  )
}
