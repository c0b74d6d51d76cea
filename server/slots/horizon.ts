import { addDays, dateInZone, instantAt } from '#contract/kit/zone.ts'
import { bookingHorizonDays } from '#contract/limits.ts'

/** Instants in ms since 1970, neither of them included. */
export type Horizon = { after: number; before: number }

/** When a slot must begin to stand on so many days of a zone, from a date on. */
export function spanOfDays(first: string, days: number, timeZone: string): Horizon {
  const midnight = (date: string) => instantAt(date, '00:00', timeZone)
  return { after: midnight(first) - 1, before: midnight(addDays(first, days)) }
}

/**
 * When a slot must begin to be shown and booked: after now and before the end of the day after
 * tomorrow in the school's zone (specification, section 9; contract, section 4).
 */
export function bookingHorizon(now: number, timeZone: string): Horizon {
  const { before } = spanOfDays(dateInZone(now, timeZone), bookingHorizonDays, timeZone)
  return { after: now, before }
}
