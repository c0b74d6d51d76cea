import { Text } from '@mantine/core'
import { canBeHeld } from '#contract/reviews/life.ts'
import type { Review } from '#contract/reviews.ts'
import { useNowAt } from '#web/kit/live/now-at.ts'
import { instantInWords, timeUntil } from '#web/kit/look/dates.ts'
import { ZoneNote } from '#web/kit/look/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'

/** When the review is, and while one is early how long it is until then. */
export function Begins({ review }: { review: Review }) {
  const starts = Date.parse(review.startsAt ?? '')
  const now = useNowAt(starts)
  const timeZone = useSchoolZone()
  if (!review.startsAt) return null
  const isAhead = starts > now && canBeHeld(review)
  return (
    <div>
      <Text style={{ fontVariantNumeric: 'tabular-nums' }}>
        <time dateTime={review.startsAt}>{instantInWords(starts, timeZone)}</time>
        {isAhead && ` · begins ${timeUntil(starts, now)}`}
      </Text>
      <ZoneNote timeZone={timeZone} />
    </div>
  )
}
