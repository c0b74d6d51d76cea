import type { CalendarSlot, DayLoad } from '#contract/calendar.ts'
import { getSlotState } from '../slot-state.ts'

/** How full a day is; of the whole school, with how many of those that are booked are the viewer's own. */
export type Load = DayLoad & { own?: number | undefined }

const none = { slots: 0, booked: 0, free: 0 }

/** How full each date is, by the slots that stand on it. */
export function countLoads(slots: CalendarSlot[], now: number): Map<string, DayLoad> {
  const loads = new Map<string, DayLoad>()
  for (const slot of slots) {
    const load = loads.get(slot.date) ?? { date: slot.date, ...none }
    load.slots += 1
    if (slot.isBooked) load.booked += 1
    if (getSlotState(slot, now) === 'free') load.free += 1
    loads.set(slot.date, load)
  }
  return loads
}

/** The same of a date, also where it has no slot. */
export function getLoad(loads: Map<string, Load>, date: string): Load {
  return loads.get(date) ?? { date, ...none }
}

/** How full the school is on each date that is known, beside what is booked of one's own. */
export function addOwnBookings(loads: DayLoad[], own: Map<string, DayLoad>): Map<string, Load> {
  return new Map(loads.map((load) => [load.date, { ...load, own: getLoad(own, load.date).booked }]))
}
