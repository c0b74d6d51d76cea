import ICAL from 'ical.js'
import { dayMs, secondMs } from '#contract/kit/time/durations.ts'
import { calendarAllRepeatsMax, calendarRepeatsMax } from '#contract/limits/availability.ts'
import { type ClockMs, fromClockMs, toClockMs } from './clock-time.ts'
import type { Zone } from './zones.ts'

/** Thrown for a rule that repeats too often. */
export class TooManyRepeats extends Error {}

/** The steps that may still be made over the repeats of a calendar. */
export type RepeatBudget = { left: number }

export const makeRepeatBudget = (): RepeatBudget => ({ left: calendarAllRepeatsMax })

type Repeats = {
  start: ICAL.Time
  zone: Zone
  /** The range of which repeats are wanted. */
  wanted: { from: ClockMs; until: ClockMs }
  budget: RepeatBudget
}

/**
 * Calls `found` with the repeats of a rule within a range, by the clock. Throws TooManyRepeats, also
 * for a rule whose conditions no day meets.
 */
export function repeat(
  rule: ICAL.Recur,
  { start, zone, wanted, budget }: Repeats,
  found: (clock: ClockMs) => void,
): void {
  // Without an end, the library looks up to the year 20000 for a year that meets the conditions.
  const last = rule.until ? toLastClock(rule.until, zone) : Number.POSITIVE_INFINITY
  rule.until = fromClockMs(Math.min(last, wanted.until))
  const iterator = rule.iterator(fromClockMs(toClockMs(start), start.isDate))
  let left = Math.min(calendarRepeatsMax, budget.left)
  // The library makes any number of steps to the next repeat, and tests this at each.
  const isAccepted = iterator.check_contracting_rules.bind(iterator)
  iterator.check_contracting_rules = () => {
    budget.left -= 1
    left -= 1
    if (left < 0) throw new TooManyRepeats()
    return isAccepted()
  }
  for (let time = iterator.next(); time; time = iterator.next()) {
    const clock = toClockMs(time)
    if (clock >= wanted.until) return
    if (clock >= wanted.from) found(clock)
  }
}

/** The last moment of a rule, which is in UTC, or a date that counts to its end. */
function toLastClock(until: ICAL.Time, zone: Zone): ClockMs {
  const clock = toClockMs(until)
  if (until.isDate) return clock + dayMs - secondMs
  return until.zone === ICAL.Timezone.utcTimezone ? zone.toClock(clock) : clock
}
