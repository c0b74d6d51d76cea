import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Review } from '#contract/reviews/reviews.ts'
import type { OwnSlot } from '#contract/slots/slots.ts'
import { useNow } from '#web/kit/live/now.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { BookedTime } from '../../display/due-and-booked-time.tsx'
import { ReviewCard } from '../review-card.tsx'
import styles from './day-timeline.module.css'
import { formatHoursAndMinutes, type TimelineItem, toTimelineItems } from './day-timeline-items.ts'
import { NextMeetingCard } from './next-meeting-card.tsx'
import { PreviousReviewCollapsible } from './previous-review-collapsible.tsx'

type Props = {
  reviews: Review[]
  /** The reviewer's slots of the day, in order of time. */
  slots: OwnSlot[]
  next: Review | undefined
}

/** The timeline of today: reviews, the next one largest, other slots, and the gaps. */
export function DayTimeline({ reviews, slots, next }: Props) {
  const line = toTimelineItems(reviews, slots, useNow())
  if (line.length === 0) return null
  return (
    <section aria-label="Today">
      <Title order={2} mb="sm">
        {reviews.length > 0 ? `Today (${reviews.length})` : 'Today'}
      </Title>
      <ol className={styles.line}>
        {line.map((one) => (
          <li key={one.key} className={styles[one.kind]}>
            <Entry one={one} next={next} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Entry({ one, next }: { one: TimelineItem; next: Review | undefined }) {
  switch (one.kind) {
    case 'gap':
      return <Text c="dimmed">{formatHoursAndMinutes(one.minutes)} free</Text>
    case 'slots':
      return (
        <Text>
          <Span of={one} />: {formatFreeSlots(one.count)}
        </Text>
      )
    case 'held':
      return (
        <Text>
          <Span of={one.slot} />: already marked{one.slot.review && <Whose {...one.slot.review} />}
        </Text>
      )
    case 'review':
      if (one.review._id === next?._id) return <NextMeetingCard review={one.review} order={3} />
      return <MeetingCard review={one.review} component="div" />
  }
}

function Span({ of: { startsAt, endsAt } }: { of: { startsAt: string; endsAt: string } }) {
  const timeZone = useSchoolZone()
  const timeOf = (instant: string) => formatTimeAt(Date.parse(instant), timeZone)
  return (
    <>
      <time dateTime={startsAt}>{timeOf(startsAt)}</time> to{' '}
      <time dateTime={endsAt}>{timeOf(endsAt)}</time>
    </>
  )
}

function Whose({ _id, student }: NonNullable<OwnSlot['review']>) {
  return (
    <>
      {', '}
      <Anchor component={Link} to={paths.reviewDetails('reviewer', _id)} underline="always">
        {student.name}
      </Anchor>
    </>
  )
}

function formatFreeSlots(count: number): string {
  return `${count} free ${count === 1 ? 'slot' : 'slots'}`
}

type CardProps = { review: Review; component?: 'li' | 'div'; isOwed?: boolean; isMain?: boolean }

/** A review that is not the next one; `isMain` if nothing has to be done before it. */
export function MeetingCard({ review, isMain, ...rest }: CardProps) {
  return (
    <ReviewCard
      {...rest}
      review={review}
      variant={isMain ? 'filled' : 'default'}
      about={<BookedTime review={review} />}
      below={<PreviousReviewCollapsible review={review} />}
    />
  )
}
