import { dayInZone, slotTimeInZone } from '../../kit/time/zone.ts'

/** What a review says of the slot that it lost (an instant in ms since 1970) until it has another. */
export function formatLostSlot(startsAt: number, reviewer: string, timeZone: string): string {
  return `The slot on ${dayInZone(startsAt, timeZone)} at ${slotTimeInZone(startsAt, timeZone)} with ${reviewer} was removed`
}
