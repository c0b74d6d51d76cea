import { dateInZone } from '#contract/kit/time/zone.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { OwnSlot } from '#contract/slots/slots.ts'
import { useNow } from '#web/kit/live/now.ts'
import { PendingHeadline } from '#web/kit/page/pending-headline.tsx'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatDayAndTime, toMidSentence } from '#web/kit/ui/dates/dates.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { isOver } from '../../timeline/review-phase.ts'
import { findNextReview } from './find-next-review.ts'

type Props = {
  reviews: Review[] | undefined
  /** The reviewer's slots of the day, in order of time. */
  slots: OwnSlot[]
}

/** The reviewer's next review in one line, whose height is reserved while it loads. */
export function DaySummary({ reviews, slots }: Props) {
  const now = useNow()
  const timeZone = useSchoolZone()
  if (!reviews) return <PendingHeadline />
  const ahead = reviews.filter((review) => !isOver(review, now))
  const owed = reviews.length - ahead.length
  const said = formatNextReview({ ahead, slots, now, timeZone })
  if (owed === 0) return said
  const wait = describeMarksOwed(owed)
  return ahead.length === 0 ? wait : `${wait}. ${said}`
}

/** Says how many reviews wait for the reviewer's marks. */
export function describeMarksOwed(count: number): string {
  return count === 1 ? '1 review needs your marks' : `${count} reviews need your marks`
}

type Ahead = { ahead: Review[]; slots: OwnSlot[]; now: number; timeZone: string }

function formatNextReview({ ahead, slots, now, timeZone }: Ahead): string {
  const today = dateInZone(now, timeZone)
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
