import { dateInZone } from '#contract/kit/zone.ts'
import type { Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { inMidSentence, whenInWords } from '#web/kit/look/dates.ts'
import { AnswerToCome } from '#web/kit/page/answer-to-come.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { isOver } from '../../life/is-over.ts'

/** Whom a reviewer sees next, and when, in one line that keeps its place until it is known. */
export function DayInWords({ reviews }: { reviews: Review[] | undefined }) {
  const now = useNow()
  const timeZone = useSchoolZone()
  if (!reviews) return <AnswerToCome />
  return inWords(
    reviews.filter((review) => !isOver(review, now)),
    now,
    timeZone,
  )
}

function inWords(ahead: Review[], now: number, timeZone: string): string {
  const [next] = ahead
  if (!next?.startsAt) return 'Nobody has booked you'
  const today = dateInZone(now, timeZone)
  const count = ahead.filter(({ day }) => day !== null && day <= today).length
  if (count === 0) {
    const when = whenInWords(Date.parse(next.startsAt), now, timeZone)
    return `No review today, the next is ${inMidSentence(when)}`
  }
  const hasBegun = Date.parse(next.startsAt) <= now
  if (count === 1) return `1 review today, ${hasBegun ? 'it began at' : 'at'} ${next.time}`
  return `${count} reviews today, ${hasBegun ? 'one began at' : 'the next at'} ${next.time}`
}
