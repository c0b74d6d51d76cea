import { Group, Text } from '@mantine/core'
import { daysBetween, getDateInZone } from '#contract/kit/time/zone.ts'
import { getDueLabel } from '#contract/reviews/due-date.ts'
import { isOnHold, type Review } from '#contract/reviews/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { DateText, InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { useSchoolZone } from '#web/school/api.ts'

type Hold = Partial<Pick<Review, 'isStudentBlocked' | 'isStudentPaused'>>
type Due = Pick<Review, 'date'> & Hold

/** When a review is due, and how long that is: 'Due Wed 25 Nov · 3 days left', 'Due tomorrow'. */
export function DueTime({ review }: { review: Due }) {
  const timeZone = useSchoolZone()
  const now = useNow()
  const date = getDateInZone(Date.parse(review.date), timeZone)
  const { text, overdue } = getDueLabel(review.date, now, timeZone)
  const isFar = daysBetween(getDateInZone(now, timeZone), date) > 1
  return (
    <Group gap={8}>
      <Text>
        Due <DateText date={date} timeZone={timeZone} isMidSentence />
        {isFar && !isOnHold(review) && ` · ${text}`}
      </Text>
      <OverdueBadge review={review} overdue={overdue} />
    </Group>
  )
}

type BadgeProps = { review: Hold; overdue: boolean }

/** 'Overdue' after the due date; for a blocked or paused student that nothing is awaited. */
export function OverdueBadge({ review, overdue }: BadgeProps) {
  if (review.isStudentPaused) return <StatePill>Paused</StatePill>
  const word = review.isStudentBlocked ? 'Blocked' : overdue && 'Overdue'
  return word && <StatePill colour="red">{word}</StatePill>
}

/**
 * When a booked slot starts: 'Today, 9:30 AM (in 2 hours)', 'Wed 25 Nov, 9:30 AM'; nothing without
 * a slot.
 */
export function BookedTime({ review }: { review: Review }) {
  const timeZone = useSchoolZone()
  if (!review.startsAt) return null
  return <InstantText at={review.startsAt} timeZone={timeZone} distance />
}
