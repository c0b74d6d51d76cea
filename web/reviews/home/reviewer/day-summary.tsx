import { dateInZone } from '#contract/kit/time/zone.ts'
import type { Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { PendingHeadline } from '#web/kit/page/pending-headline.tsx'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatWhen, inMidSentence } from '#web/kit/ui/dates/dates.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { isOver } from '../../timeline/is-over.ts'

/** Whom a reviewer sees next, and when, in one line that keeps its place until it is known. */
export function DaySummary({ reviews }: { reviews: Review[] | undefined }) {
  const now = useNow()
  const timeZone = useSchoolZone()
  if (!reviews) return <PendingHeadline />
  const ahead = reviews.filter((review) => !isOver(review, now))
  const owed = reviews.length - ahead.length
  if (owed === 0) return inWords(ahead, now, timeZone)
  const wait = describeOwed(owed)
  return ahead.length === 0 ? wait : `${wait}. ${inWords(ahead, now, timeZone)}`
}

/** How many reviews wait for their reviewer's marks. */
export function describeOwed(count: number): string {
  return count === 1 ? '1 review needs your marks' : `${count} reviews need your marks`
}

function inWords(ahead: Review[], now: number, timeZone: string): string {
  const [next] = ahead
  if (!next?.startsAt) return 'You have no bookings'
  const today = dateInZone(now, timeZone)
  const count = ahead.filter(({ day }) => day !== null && day <= today).length
  if (count === 0) {
    const when = formatWhen(Date.parse(next.startsAt), now, timeZone)
    return `No reviews today. Next: ${inMidSentence(when)}`
  }
  const at = formatTimeAt(Date.parse(next.startsAt), timeZone)
  const hasBegun = Date.parse(next.startsAt) <= now
  if (count === 1) return `1 review today, ${hasBegun ? 'it began at' : 'at'} ${at}`
  return `${count} reviews today, ${hasBegun ? 'one began at' : 'the next at'} ${at}`
}
