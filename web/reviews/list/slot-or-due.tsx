import { Text } from '@mantine/core'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { isUpcoming } from '#contract/notifications/send-reminder.ts'
import { isOnHold, needsSlot, type Review } from '#contract/reviews/reviews.ts'
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
      <DateText
        date={getDateInZone(Date.parse(date), timeZone)}
        timeZone={timeZone}
        isMidSentence
      />
    </>
  )
  if (!startsAt) return formatNoDueDate(review) ?? due
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

/** What a review without a slot shows instead of a due date that no longer counts. */
export function formatNoDueDate(review: Review): string | undefined {
  if (!needsSlot(review)) return review.status === 'not-scheduled' ? 'never held' : undefined
  return isOnHold(review) ? 'on hold' : undefined
}
