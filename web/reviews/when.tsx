import { Badge, Group, Text } from '@mantine/core'
import { dateInZone } from '#contract/kit/zone.ts'
import { dueLabel, type Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { fullDate, relativeTime, shortDate } from '#web/kit/look/dates.ts'
import { useSchoolZone } from '#web/school/api.ts'

/** When a review is due, and how long that is: 'Due Mon Jan 5 · 3 days left'. */
export function DueTime({ review }: { review: Review }) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const date = dateInZone(Date.parse(review.date), timeZone)
  const { text, overdue } = dueLabel(review.date, now, timeZone)
  return (
    <Group gap={8}>
      <Text>
        Due{' '}
        <time dateTime={date} title={fullDate(date)}>
          {shortDate(date)}
        </time>
        {!overdue && ` · ${text}`}
      </Text>
      {overdue && <OverdueBadge />}
    </Group>
  )
}

/** Says that a review's date has passed. */
export function OverdueBadge() {
  return (
    <Badge variant="dot" color="red" tt="none" size="md">
      overdue
    </Badge>
  )
}

/** When a booked slot begins: 'Mon Jan 5, 9:30 AM (in 2 hours)'. Nothing without a slot. */
export function BookedTime({ review }: { review: Review }) {
  const timeZone = useSchoolZone()
  const now = useNow()
  if (!review.day || !review.time || !review.startsAt) return null
  const starts = Date.parse(review.startsAt)
  return (
    <time dateTime={review.startsAt} title={fullDate(review.day)}>
      {shortDate(review.day)}, {review.time} ({relativeTime(starts, now, timeZone)})
    </time>
  )
}
