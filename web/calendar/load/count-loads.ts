import type { CalendarSlot, DayLoad } from '#contract/calendar.ts'
import { stateOf } from '../slot-state.ts'

const none = { slots: 0, booked: 0, free: 0 }

/** How full each date is, by the slots that stand on it. */
export function countLoads(slots: CalendarSlot[], now: number): Map<string, DayLoad> {
  const loads = new Map<string, DayLoad>()
  for (const slot of slots) {
    const load = loads.get(slot.date) ?? { date: slot.date, ...none }
    load.slots += 1
    if (slot.isBooked) load.booked += 1
    if (stateOf(slot, now) === 'free') load.free += 1
    loads.set(slot.date, load)
  }
  return loads
}

/** The same of a date, also where it has no slot. */
export function loadOn(loads: Map<string, DayLoad>, date: string): DayLoad {
  return loads.get(date) ?? { date, ...none }
}
