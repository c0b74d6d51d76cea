import { Text } from '@mantine/core'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import type { Review } from '#contract/reviews.ts'
import { useNowTickingAt } from '#web/kit/live/now-ticking-at.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { formatTimeUntil } from './time-until.ts'

/** The time of the review, with the time left if it has not started. */
export function StartsIn({ review }: { review: Review }) {
  const starts = Date.parse(review.startsAt ?? '')
  const now = useNowTickingAt(starts)
  const timeZone = useSchoolZone()
  if (!review.startsAt) return null
  const isAhead = starts > now && canBeHeld(review)
  return (
    <div>
      <Text style={{ fontVariantNumeric: 'tabular-nums' }}>
        <InstantText at={review.startsAt} timeZone={timeZone} />
        {isAhead && ` · begins ${formatTimeUntil(starts, now)}`}
      </Text>
      <ZoneNote timeZone={timeZone} />
    </div>
  )
}
