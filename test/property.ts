import fc, { type Parameters } from 'fast-check'
import { dayMs, minuteMs } from '#contract/kit/time/durations.ts'

/** A multiplier for the number of runs. Above 1, inputs differ each time. */
const times = Number(process.env.PROPERTY_TIMES ?? 1)

/** Ordinary runs try all inputs on SQLite, and the first half of them on PostgreSQL as well. */
const share = process.env.TEST_DATABASE === 'postgres' ? 1 / 2 : 1

/** The seed and path of a failure, to reproduce it. */
const { PROPERTY_SEED: seed, PROPERTY_PATH: path } = process.env

/**
 * Shorter than Vitest's timeout, so that a failure is reported as far as it was shrunk. A slow
 * machine tries fewer inputs.
 */
const longestRunMs = 10 * minuteMs

/**
 * The parameters of a property: the same `few` inputs in ordinary runs, for reproducible results,
 * and in the long run many new ones, within ten minutes. A failure prints its seed.
 */
export function makePropertyParameters<T>(few: number): Parameters<T> {
  const again = { ...(seed && { seed: Number(seed) }), ...(path && { path, endOnFailure: true }) }
  if (times === 1) return { numRuns: Math.ceil(few * share), seed: 20_260_302, ...again }
  return { numRuns: few * times, interruptAfterTimeLimit: longestRunMs, ...again }
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

/** Time zones of the whole world, mostly unusual ones. */
export const zone = fc.oneof(
  fc.constantFrom(...zonesWithHabits),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
)

/** A date (YYYY-MM-DD) from 2024 to 2037, including leap days. */
export const date = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 14 * 365 }).map(dateAfter2024) },
  { weight: 1, arbitrary: fc.constantFrom('2024-02-29', '2028-02-29', '2032-02-29') },
)

function dateAfter2024(days: number): string {
  return new Date(Date.UTC(2024, 0, 1) + days * dayMs).toISOString().slice(0, 10)
}

/** A date in a zone, half of the time on the day of a clock change if the zone has any. */
export const dateInSomeZone = fc
  .tuple(zone, date, fc.boolean())
  .map(([timeZone, day, isChange]) => ({
    timeZone,
    date: (isChange && dateOfNextChange(day, timeZone)) || day,
  }))

/** The date of a zone's next clock change; undefined if there is none. */
function dateOfNextChange(day: string, timeZone: string): string | undefined {
  const next = Temporal.PlainDate.from(day)
    .toZonedDateTime(timeZone)
    .getTimeZoneTransition('next')
    ?.subtract({ nanoseconds: 1 })
    .toPlainDate()
  return next && next.year < 2038 ? next.toString() : undefined
}

/** A time of day, HH:MM. */
export const clock = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minute) => Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString().slice(0, 5))
