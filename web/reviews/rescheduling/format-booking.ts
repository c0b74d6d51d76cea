import type { SlotWithReviewer } from '#contract/kit/slot.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatSlot } from '#web/slots/format.ts'

/** 'Tue 24 Nov, 10:00 AM with Priya Nair', for a booked review. */
export function formatBooking({ startsAt, reviewer }: Review, timeZone: string): string {
  const instant = Date.parse(startsAt ?? '')
  const date = getDateInZone(instant, timeZone)
  const when = formatSlot({ date, slot_time: formatTimeAt(instant, timeZone) })
  return `${when} with ${reviewer?.name ?? 'the reviewer'}`
}

/** 'Tue 24 Nov, 10:00 AM with Priya Nair', for a slot. */
export function formatSlotWithReviewer(slot: SlotWithReviewer): string {
  return `${formatSlot(slot)} with ${slot.reviewer.name}`
}

/** 'Sofía from Tue 24 Nov, 10:00 AM with Priya Nair to …', for a booked review and its new slot. */
export function formatMove(review: Review, slot: SlotWithReviewer, timeZone: string): string {
  return `${review.student.name} from ${formatBooking(review, timeZone)} to ${formatSlotWithReviewer(slot)}`
}
