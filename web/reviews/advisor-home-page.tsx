import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Review } from '#contract/reviews.ts'
import { QuietDesk } from '#web/kit/illustrations.tsx'
import { Page } from '#web/kit/page.tsx'
import { paths } from '#web/kit/paths.ts'
import { Empty, LoadedList } from '#web/kit/states.tsx'
import { useReviews } from './api.ts'
import { ColleagueCard } from './home/colleague-card.tsx'
import { ReviewGrid } from './review-grid.tsx'
import { WeekStatusDot } from './week-status.tsx'
import { BookedTime, DueTime } from './when.tsx'

/** Who needs me now? Those without a slot, the longest due first; those to decide about; the rest. */
export function AdvisorHomePage() {
  const toSchedule = useReviews('advisor', { type: 'booking' })
  const toDecide = useReviews('advisor', { status: 'conducted', open: 'true' })
  const scheduled = useReviews('advisor', { home: 'true' })
  const lists = [toSchedule, toDecide, scheduled]
  const isEmpty = lists.every(({ items }) => items?.length === 0)
  return (
    <Page title="Home">
      {isEmpty ? (
        <NobodyWaits />
      ) : (
        <>
          <ReviewSection title="To schedule" list={toSchedule}>
            {(review) => <DueTime review={review} />}
          </ReviewSection>
          <ReviewSection title="To decide" list={toDecide}>
            {(review) => (
              <Stack gap={4}>
                <Text>
                  Code {review.mark.code}, theory {review.mark.theory}
                </Text>
                <Text component="div">
                  <WeekStatusDot status={review.mark.weekStatus} />
                </Text>
              </Stack>
            )}
          </ReviewSection>
          <ReviewSection title="Scheduled" list={scheduled}>
            {(review) => (
              <Text>
                <BookedTime review={review} /> with {review.reviewer?.name}
              </Text>
            )}
          </ReviewSection>
        </>
      )}
    </Page>
  )
}

type SectionProps = {
  title: string
  list: ReturnType<typeof useReviews>
  children: (review: Review) => ReactNode
}

/** A list under its heading; while it is empty there is nothing to say. */
function ReviewSection({ title, list, children }: SectionProps) {
  const count = list.items?.length
  if (count === 0) return null
  return (
    <Stack component="section" aria-label={title}>
      <Title order={2}>
        {title}
        {count !== undefined && ` (${count}${list.hasNextPage ? ' and more' : ''})`}
      </Title>
      <LoadedList list={list} skeleton={<Skeleton height={184} radius="md" />} empty={null}>
        {(reviews) => (
          <ReviewGrid label={title} reviews={reviews}>
            {(review) => (
              <ColleagueCard review={review} isQuiet={review.status === 'review-scheduled'}>
                {children(review)}
              </ColleagueCard>
            )}
          </ReviewGrid>
        )}
      </LoadedList>
    </Stack>
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
