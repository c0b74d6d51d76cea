import { Text } from '@mantine/core'
import { dateInZone } from '#contract/kit/time/zone.ts'
import { isUpcoming } from '#contract/notifications/send-reminder.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { now } from '#web/kit/live/now.ts'
import { DateText, InstantText } from '#web/kit/ui/dates/instant-text.tsx'

type Props = { review: Review; timeZone: string }

/**
 * The date of a review in a list: its slot, with the due date until it is held, or 'due …' if it
 * has no slot. A due date is never shown as if it were the appointment.
 */
export function SlotOrDue({ review, timeZone }: Props) {
  const { startsAt, date } = review
  const due = (
    <>
      due{' '}
      <DateText date={dateInZone(Date.parse(date), timeZone)} timeZone={timeZone} isMidSentence />
    </>
  )
  if (!startsAt) return due
  return (
    <>
      <InstantText at={startsAt} timeZone={timeZone} />
      {isUpcoming(review, now()) && (
        <Text size="xs" lh="16px" c="dimmed">
          {due}
        </Text>
      )}
    </>
  )
}
