import fc, { type Parameters } from 'fast-check'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'

/** How many times as often as usual properties are tried; more than once, on ever new input. */
const times = Number(process.env.PROPERTY_TIMES ?? 1)

/** What a failure has named, to be tried again: its seed, and its path if it was made smaller. */
const { PROPERTY_SEED: seed, PROPERTY_PATH: path } = process.env

/** Sooner than Vitest ends a long run, so that a failure is told as small as it is by then. */
const longestRunMs = 10 * minuteMs

/**
 * How a property is tried: on the same `few` inputs in every ordinary run, so that a run says the
 * same twice, and on many more new ones in the long run. A failure names its seed.
 */
export function tries<T>(few: number): Parameters<T> {
  const again = { ...(seed && { seed: Number(seed) }), ...(path && { path, endOnFailure: true }) }
  if (times === 1) return { numRuns: few, seed: 20_260_302, ...again }
  const ends = { interruptAfterTimeLimit: longestRunMs, markInterruptAsFailure: true }
  return { numRuns: few * times, ...ends, ...again }
}

const zonesWithHabits = [
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Berlin',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
  'America/Nuuk',
  'Antarctica/Troll',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

/** Zones of the whole world, most often those whose clocks do something out of the ordinary. */
export const zone = fc.oneof(
  fc.constantFrom(...zonesWithHabits),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
)

/** A calendar date (YYYY-MM-DD) from 2024 to 2037, leap days among them. */
export const date = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 14 * 365 }).map(dateAfter2024) },
  { weight: 1, arbitrary: fc.constantFrom('2024-02-29', '2028-02-29', '2032-02-29') },
)

function dateAfter2024(days: number): string {
  return new Date(Date.UTC(2024, 0, 1) + days * dayMs).toISOString().slice(0, 10)
}

/** A date in a zone, half of the time one on which its clock is changed, where there are such. */
export const dateInSomeZone = fc
  .tuple(zone, date, fc.boolean())
  .map(([timeZone, day, isChange]) => ({
    timeZone,
    date: (isChange && dateOfNextChange(day, timeZone)) || day,
  }))

/** The date on which the clock of a zone is changed next; undefined where it never is again. */
function dateOfNextChange(day: string, timeZone: string): string | undefined {
  const next = Temporal.PlainDate.from(day)
    .toZonedDateTime(timeZone)
    .getTimeZoneTransition('next')
    ?.subtract({ nanoseconds: 1 })
    .toPlainDate()
  return next && next.year < 2038 ? next.toString() : undefined
}

/** A wall clock's time, HH:MM. */
export const clock = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minute) => Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString().slice(0, 5))
