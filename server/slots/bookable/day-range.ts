import { addDays, instantAt } from '#contract/kit/time/zone.ts'

/** An open interval of instants, in ms since 1970. */
export type InstantRange = { after: number; before: number }

/** The interval in which slots begin on a number of days of a zone, from a date on. */
export function toInstantRange(first: string, days: number, timeZone: string): InstantRange {
  const midnight = (date: string) => instantAt(date, '00:00', timeZone)
  return { after: midnight(first) - 1, before: midnight(addDays(first, days)) }
}
