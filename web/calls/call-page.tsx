import { Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router'
import { hourMs, minuteMs } from '#contract/kit/time/durations.ts'
import { getWeeklyReview, notScheduledLabel, type Review } from '#contract/reviews/reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { now, refreshNow, useNow } from '#web/kit/live/now.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { LoadedData } from '#web/kit/page/states.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { useReview } from '#web/reviews/api.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { CallScreen } from './screen/call-screen.tsx'

type Props = {
  /** What is next to the video. */
  beside?: (review: Review) => ReactNode
  /** What a reviewer reads once the review is no longer theirs. */
  gone?: ReactNode
}

/** The call of a review (specification, section 2). */
export function CallPage({ beside, gone }: Props) {
  const { room = '' } = useParams()
  const role = useRole() === 'reviewer' ? 'reviewer' : 'student'
  const own = useApiQuery(
    getWeeklyReview,
    { query: { week: room } },
    { enabled: role === 'student' },
  )
  const assigned = useReview('reviewer', room, {
    enabled: role === 'reviewer',
    handlesNotFound: true,
  })
  return (
    <Page title="Review call">
      <LoadedData query={role === 'student' ? own : assigned}>
        {(review) => (
          <Stack key={review._id} gap="sm">
            <StartsIn review={review} />
            {assigned.isGone && gone}
            <CallScreen
              role={role}
              room={review._id}
              email={role === 'student' ? review.student.email : review.reviewer?.email}
              people={{
                student: review.student,
                reviewer: review.reviewer ?? { _id: '', name: notScheduledLabel },
              }}
              beside={beside?.(review)}
            />
          </Stack>
        )}
      </LoadedData>
    </Page>
  )
}

/** The time of the review, with the time left if it has not started. */
function StartsIn({ review }: { review: Review }) {
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
