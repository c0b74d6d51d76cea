import { addDays, startOfDay } from '#contract/kit/time/zone.ts'

/** An open interval of instants, in ms since 1970. */
export type InstantRange = { after: number; before: number }

/** The interval in which slots begin on a number of days of a zone, from a date on. */
export function toInstantRange(first: string, days: number, timeZone: string): InstantRange {
  const before = startOfDay(addDays(first, days), timeZone)
  return { after: startOfDay(first, timeZone) - 1, before }
}
