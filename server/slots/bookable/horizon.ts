import { addDays, instantAt } from '#contract/kit/time/zone.ts'

/** Instants in ms since 1970, neither of them included. */
export type Horizon = { after: number; before: number }

/** When a slot must begin to stand on so many days of a zone, from a date on. */
export function toDaySpan(first: string, days: number, timeZone: string): Horizon {
  const midnight = (date: string) => instantAt(date, '00:00', timeZone)
  return { after: midnight(first) - 1, before: midnight(addDays(first, days)) }
}
