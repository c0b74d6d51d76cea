import type { PlacedSlot } from '#contract/kit/slot.ts'
import { dateInZone, slotTimeInZone } from '#contract/kit/zone.ts'
import type { Review } from '#contract/reviews.ts'
import { slotInWords } from '#web/slots/words.ts'

/** When a review is booked, and with whom: 'Tue 24 Nov, 10:00 AM with Priya Nair'. */
export function bookingInWords({ startsAt, reviewer }: Review, timeZone: string): string {
  const instant = Date.parse(startsAt ?? '')
  const date = dateInZone(instant, timeZone)
  const when = slotInWords({ date, slot_time: slotTimeInZone(instant, timeZone) })
  return `${when} with ${reviewer?.name ?? 'the reviewer'}`
}

/** When a slot begins, and whose it is: 'Tue 24 Nov, 10:00 AM with Priya Nair'. */
export function placeInWords(slot: PlacedSlot): string {
  return `${slotInWords(slot)} with ${slot.reviewer.name}`
}
