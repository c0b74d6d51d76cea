import type { OwnSlot } from '#contract/slots/slots.ts'

/** Slots without gaps between them, with start and end as ISO instants. */
export type ContiguousSlots = { startsAt: string; endsAt: string; slots: OwnSlot[] }

/** Groups slots, sorted by time, into ranges without gaps. */
export function groupIntoRanges(slots: OwnSlot[]): ContiguousSlots[] {
  const ranges: ContiguousSlots[] = []
  for (const slot of slots) {
    const last = ranges.at(-1)
    if (last?.endsAt === slot.startsAt) {
      last.slots.push(slot)
      last.endsAt = slot.endsAt
    } else {
      ranges.push({ startsAt: slot.startsAt, endsAt: slot.endsAt, slots: [slot] })
    }
  }
  return ranges
}
