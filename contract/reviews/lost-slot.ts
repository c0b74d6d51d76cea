import { slotTimeInZone } from '../kit/zone.ts'

/** What a review says of the slot that it lost (an instant in ms since 1970) until it has another. */
export function lostSlotText(startsAt: number, reviewer: string, timeZone: string): string {
  const day = new Date(startsAt).toLocaleDateString('en-US', {
    ...{ timeZone, weekday: 'short', month: 'short', day: 'numeric' },
  })
  return `The slot on ${day} at ${slotTimeInZone(startsAt, timeZone)} with ${reviewer} was lost`
}
