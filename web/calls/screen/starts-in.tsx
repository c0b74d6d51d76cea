import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { now, refreshNow, useNow } from '#web/kit/live/now.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useSchoolZone } from '#web/school/api.ts'

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

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** The time until an instant: 'in 20 minutes', 'in 16 hours', 'in 3 days'. */
function formatTimeUntil(instant: number, now: number): string {
  const minutes = Math.ceil((instant - now) / minuteMs)
  if (minutes < 60) return relative.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48
    ? relative.format(hours, 'hour')
    : relative.format(Math.round(hours / 24), 'day')
}

/**
 * The current time as `useNow` returns it, which also ticks at this instant if it is less than an
 * hour away.
 */
function useNowTickingAt(instant: number): number {
  const shown = useNow()
  const left = instant - shown
  useEffect(() => {
    if (!(left > 0 && left <= hourMs)) return
    const timer = setTimeout(refreshNow, Math.max(0, instant - now()))
    return () => clearTimeout(timer)
  }, [instant, left])
  return shown
}
