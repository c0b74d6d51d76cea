import { Button, Skeleton, Stack } from '@mantine/core'
import { Link } from 'react-router'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { listReviews, noReviewsPendingMessage, type Review } from '#contract/reviews/reviews.ts'
import { listOwnSlotsByDate, type OwnSlot } from '#contract/slots/slots.ts'
import { useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { HeadingSkeleton } from '#web/kit/page/heading-skeleton.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedList } from '#web/kit/page/states.tsx'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatDay, formatDayAndTime, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { CalendarSheet } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneFetched, useSchoolZone } from '#web/school/api.ts'
import { isOver } from '../../timeline/review-phase.ts'
import { ReviewCardList } from '../advisor/advisor-section.tsx'
import { CollapsibleSection } from '../collapsible-section.tsx'
import { DayTimeline, MeetingCard } from './day-timeline.tsx'
import { findNextReview } from './find-next-review.ts'
import { NextMeetingCard } from './next-meeting-card.tsx'

export function ReviewerHomePage() {
  const list = usePaginatedList(listReviews.reviewer, { query: { home: 'true', active: 'true' } })
  // The day is shown even if its free slots cannot be loaded.
  const slots = useApiQuery(listOwnSlotsByDate, {}, { onlyLogged: true })
  const today = getDateInZone(useNow(), useSchoolZone())
  const ofToday = (slots.data ?? []).filter(({ date }) => date === today)
  const isReady = useIsZoneFetched() && !slots.isPending
  return (
    <Page
      title="Home"
      isNarrow
      answer={<DaySummary reviews={isReady ? list.items : undefined} slots={ofToday} />}
      isSentence
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
        ready={isReady}
        skeleton={<Skeleton height={320} radius="md" />}
        empty={
          <>
            <EmptyState
              picture={<CalendarSheet />}
              text={noReviewsPendingMessage}
              action={
                slots.data?.length === 0 ? (
                  <Button component={Link} to={paths.availability}>
                    Set your availability
                  </Button>
                ) : (
                  <Button component={Link} to={paths.addSlot}>
                    add slot
                  </Button>
                )
              }
            />
            <DayTimeline reviews={[]} slots={ofToday} next={undefined} />
          </>
        }
      >
        {(reviews) => <Meetings reviews={reviews} slots={ofToday} today={today} />}
      </LoadedList>
    </Page>
  )
}

type MeetingsProps = { reviews: Review[]; slots: OwnSlot[]; today: string }

/** Reviews that wait for marks, today with the next one, then the later days. */
function Meetings({ reviews, slots, today }: MeetingsProps) {
  const now = useNow()
  const owed = reviews.filter((review) => isOver(review, now))
  const ahead = reviews.filter((review) => !isOver(review, now))
  const next = findNextReview(ahead, slots, now)
  const isToday = ({ day }: Review) => day !== null && day <= today
  const isNextToday = next !== undefined && isToday(next)
  const later = ahead.filter((review) => !isToday(review) && review !== next)
  return (
    <Stack gap="lg">
      <OwedMarks reviews={owed} isNextKnown={next !== undefined} />
      {next && !isNextToday && <NextMeetingCard review={next} />}
      <DayTimeline reviews={ahead.filter(isToday)} slots={slots} next={next} />
      <ZoneNote timeZone={useSchoolZone()} />
      <LaterDays reviews={later} today={today} besides={isNextToday ? undefined : next} />
    </Stack>
  )
}

/**
 * Past reviews without marks: one shown, the others collapsed, so that the next review stays in
 * view.
 */
function OwedMarks({ reviews, isNextKnown }: { reviews: Review[]; isNextKnown: boolean }) {
  const { length } = reviews
  if (length === 0) return null
  return (
    <CollapsibleSection
      label="Waiting for your marks"
      title={describeMarksOwed(length)}
      isOpenAtFirst={!isNextKnown || length === 1}
    >
      <ReviewCardList label="Waiting for your marks" reviews={reviews}>
        {(review, index) => (
          <MeetingCard review={review} isOwed isMain={index === 0 && !isNextKnown} />
        )}
      </ReviewCardList>
    </CollapsibleSection>
  )
}

type LaterDaysProps = { reviews: Review[]; today: string; besides: Review | undefined }

/** The days after today, without the review that is already shown above. */
function LaterDays({ reviews, today, besides }: LaterDaysProps) {
  const days = Map.groupBy(reviews, ({ day }) => day ?? '')
  return [...days].map(([day, onDay]) => {
    const name = formatDay(day, today)
    const count = besides?.day === day ? `${onDay.length} more` : onDay.length
    return (
      <CollapsibleSection key={day} label={name} title={`${name} (${count})`}>
        <ReviewCardList label={name} reviews={onDay}>
          {(review) => <MeetingCard review={review} />}
        </ReviewCardList>
      </CollapsibleSection>
    )
  })
}

type Props = {
  reviews: Review[] | undefined
  /** The reviewer's slots of the day, in order of time. */
  slots: OwnSlot[]
}

/** The reviewer's next review in one line, whose height is reserved while it loads. */
function DaySummary({ reviews, slots }: Props) {
  const now = useNow()
  const timeZone = useSchoolZone()
  if (!reviews) return <HeadingSkeleton />
  const ahead = reviews.filter((review) => !isOver(review, now))
  const owed = reviews.length - ahead.length
  const said = formatNextReview({ ahead, slots, now, timeZone })
  if (owed === 0) return said
  const wait = describeMarksOwed(owed)
  return ahead.length === 0 ? wait : `${wait}. ${said}`
}

/** Says how many reviews wait for the reviewer's marks. */
function describeMarksOwed(count: number): string {
  return count === 1 ? '1 review needs your marks' : `${count} reviews need your marks`
}

type Ahead = { ahead: Review[]; slots: OwnSlot[]; now: number; timeZone: string }

function formatNextReview({ ahead, slots, now, timeZone }: Ahead): string {
  const today = getDateInZone(now, timeZone)
  const ofToday = ahead.filter(({ day }) => day !== null && day <= today)
  const count = ofToday.length
  const next = count === 0 ? ahead[0] : findNextReview(ofToday, slots, now)
  if (!next?.startsAt) return 'You have no bookings'
  if (count === 0) {
    const hadSome = slots.some(({ isBooked, startsAt }) => isBooked && Date.parse(startsAt) <= now)
    const when = formatDayAndTime(Date.parse(next.startsAt), now, timeZone)
    return `${hadSome ? 'No more reviews' : 'No reviews'} today. Next: ${toMidSentence(when)}`
  }
  const at = formatTimeAt(Date.parse(next.startsAt), timeZone)
  const hasBegun = Date.parse(next.startsAt) <= now
  if (count === 1) return `1 review today, ${hasBegun ? 'it began at' : 'at'} ${at}`
  return `${count} reviews today, ${hasBegun ? 'one began at' : 'the next at'} ${at}`
}
