import ICAL from 'ical.js'
import { dayMs, hourMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { calendarAllRepeatsMax, calendarRepeatsMax } from '#contract/limits/availability.ts'
import { type ClockMs, fromClockMs, toClockMs } from './clock-time.ts'
import type { Zone } from './zones.ts'

/** Thrown for a rule that repeats too often. */
export class TooManyRepeatsError extends Error {}

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
 * Calls `found` with the repeats of a rule within a range, by the clock. Throws TooManyRepeatsError,
 * also for a rule whose conditions no day meets.
 */
export function forEachRepeat(
  rule: ICAL.Recur,
  { start, zone, wanted, budget }: Repeats,
  found: (clock: ClockMs) => void,
): void {
  // Without an end, the library looks up to the year 20000 for a year that meets the conditions.
  const last = rule.until ? toLastClock(rule.until, zone) : Number.POSITIVE_INFINITY
  rule.until = fromClockMs(Math.min(last, wanted.until))
  const first = skipPeriods(rule, toClockMs(start), wanted.from)
  const iterator = rule.iterator(fromClockMs(first, start.isDate))
  let left = Math.min(calendarRepeatsMax, budget.left)
  // The library makes any number of steps to the next repeat, and tests this at each.
  const isAccepted = iterator.check_contracting_rules.bind(iterator)
  iterator.check_contracting_rules = () => {
    budget.left -= 1
    left -= 1
    if (left < 0) throw new TooManyRepeatsError()
    return isAccepted()
  }
  for (let time = iterator.next(); time; time = iterator.next()) {
    const clock = toClockMs(time)
    if (clock >= wanted.until) return
    if (clock >= wanted.from) found(clock)
  }
}

/** How long a period of a rule is, if all are alike. */
const periodMs: Partial<Record<string, number>> = {
  SECONDLY: secondMs,
  MINUTELY: minuteMs,
  HOURLY: hourMs,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
}

/** A start of the same rule, whole periods later and still before the wanted range. */
function skipPeriods(rule: ICAL.Recur, start: ClockMs, from: ClockMs): ClockMs {
  const period = (periodMs[rule.freq] ?? 0) * rule.interval
  if (period === 0 || rule.count) return start
  return start + Math.max(0, Math.floor((from - start) / period) - 1) * period
}

/** The last moment of a rule, which is in UTC, or a date that counts to its end. */
function toLastClock(until: ICAL.Time, zone: Zone): ClockMs {
  const clock = toClockMs(until)
  if (until.isDate) return clock + dayMs - secondMs
  return until.zone === ICAL.Timezone.utcTimezone ? zone.toClock(clock) : clock
}
