import { formatDayInZone, formatSlotTimeInZone } from '../../kit/time/zone.ts'

/** Describes the slot that a review has lost. `startsAt` is in ms since 1970. */
export function formatLostSlot(startsAt: number, reviewer: string, timeZone: string): string {
  return `The slot on ${formatDayInZone(startsAt, timeZone)} at ${formatSlotTimeInZone(startsAt, timeZone)} with ${reviewer} was removed`
}
