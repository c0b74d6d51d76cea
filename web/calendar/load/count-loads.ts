import type { CalendarSlot, DayLoad } from '#contract/calendar/calendar.ts'
import { getSlotState } from '../slot-state.ts'

/** How full a day is; with the school's loads, `own` counts the bookings that are the viewer's. */
export type Load = DayLoad & { own?: number | undefined }

const none = { slots: 0, booked: 0, free: 0 }

/** How full each date is, counted from its slots. */
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

/** The load of a date, zero if it has no slots. */
export function getLoad(loads: Map<string, Load>, date: string): Load {
  return loads.get(date) ?? { date, ...none }
}

/** The school's load for each date, with the viewer's own bookings added. */
export function addOwnBookings(loads: DayLoad[], own: Map<string, DayLoad>): Map<string, Load> {
  return new Map(loads.map((load) => [load.date, { ...load, own: getLoad(own, load.date).booked }]))
}
