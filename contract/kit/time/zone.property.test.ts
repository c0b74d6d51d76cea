import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clock, date, dateInSomeZone, makePropertyParameters, zone } from '#test/property.ts'
import { addDays, daysBetween, getClockTimeInZone, getDateInZone, getInstantAt } from './zone.ts'

/** Temporal, as an independent implementation of time zones to compare with. */
function wallClock(instant: number, timeZone: string): string {
  const shown = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
  return shown.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2038, 0, 1) })

test('date and clock in a zone agree with Temporal', () => {
  fc.assert(
    fc.property(instant, zone, (at, timeZone) => {
      const shown = `${getDateInZone(at, timeZone)}T${getClockTimeInZone(at, timeZone)}`
      expect(shown).toBe(wallClock(at, timeZone))
    }),
    makePropertyParameters(300),
  )
})

test('an instant is the first at which the wall clock has reached the time', () => {
  fc.assert(
    fc.property(dateInSomeZone, clock, ({ timeZone, date }, time) => {
      const wanted = `${date}T${time}`
      const at = getInstantAt(date, time, timeZone)
      expect(wallClock(at, timeZone) >= wanted).toBe(true)
      expect(wallClock(at - 1, timeZone) < wanted).toBe(true)
      const ways = (['earlier', 'later'] as const).map((disambiguation) =>
        Temporal.PlainDateTime.from(wanted).toZonedDateTime(timeZone, { disambiguation }),
      )
      const isSkipped = ways.every((way) => way.toPlainDateTime().toString() !== `${wanted}:00`)
      if (!isSkipped) expect(at).toBe(ways[0]?.epochMilliseconds)
    }),
    makePropertyParameters(500),
  )
})

test('days are counted across leap days and clock changes', () => {
  fc.assert(
    fc.property(date, fc.integer({ min: -800, max: 800 }), (from, days) => {
      const to = Temporal.PlainDate.from(from).add({ days }).toString()
      expect(addDays(from, days)).toBe(to)
      expect(daysBetween(from, to)).toBe(days)
    }),
    makePropertyParameters(300),
  )
})
