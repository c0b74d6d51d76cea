import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { getDueLabel } from '#contract/reviews/due-date.ts'
import { clock, dateInSomeZone, makePropertyParameters } from '#test/property.ts'
import { formatDay, formatDayAndTime, formatRelativeTimeIfToday } from './dates.ts'

/** An instant, often on a day on which the zone's clocks change. */
const moment = fc
  .tuple(dateInSomeZone, clock, fc.integer({ min: 0, max: 59_999 }))
  .map(([{ timeZone, date }, time, ms]) => ({
    timeZone,
    now:
      Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds +
      ms,
  }))

const days = fc.integer({ min: -40, max: 40 })

/** Noon, a number of days after an instant's date, by Node's own calendar of the zone. */
function noonAfter(now: number, days: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  return today.add({ days }).toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds
}

test('days left follow the calendar, whatever the hour and clock changes in between', () => {
  fc.assert(
    fc.property(moment, days, ({ timeZone, now }, later) => {
      const due = new Date(noonAfter(now, later, timeZone)).toISOString()
      const near = new Map([
        [-1, 'Yesterday'],
        [0, 'Today'],
        [1, 'Tomorrow'],
      ])
      const far = later > 0 ? `${later} days left` : `${-later} days ago`
      const text = near.get(later) ?? far
      expect(getDueLabel(due, now, timeZone)).toEqual({ text, overdue: later < 0 })
    }),
    makePropertyParameters(400),
  )
})

test('midnight and the moment before it are on different days', () => {
  fc.assert(
    fc.property(moment, ({ timeZone, now }) => {
      const tomorrow = addDays(getDateInZone(now, timeZone), 1)
      const midnight = Temporal.PlainDate.from(tomorrow).toZonedDateTime(timeZone).epochMilliseconds
      const label = (at: number) => getDueLabel(new Date(at).toISOString(), now, timeZone).text
      expect([label(midnight - 1), label(midnight)]).toEqual(['Today', 'Tomorrow'])
    }),
    makePropertyParameters(300),
  )
})

test('only yesterday, today and tomorrow have names, and today adds the distance', () => {
  fc.assert(
    fc.property(moment, days, ({ timeZone, now }, later) => {
      const noon = noonAfter(now, later, timeZone)
      const said = formatDayAndTime(noon, now, timeZone)
      const away = formatRelativeTimeIfToday(noon, now, timeZone)
      const name = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }[later]
      expect(said).toMatch(/, 12:00 PM$/)
      if (name) expect(said).toBe(`${name}, 12:00 PM`)
      else expect(said).toMatch(/^[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}( \d{4})?, /)
      if (later === 0) expect(away).toMatch(/^now$|minute|hour/)
      else expect(away).toBeNull()
    }),
    makePropertyParameters(300),
  )
})

test('a formatted date parses as the same date, with the right year', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: -800, max: 800 }), ({ timeZone, now }, later) => {
      fc.pre(Math.abs(later) > 1)
      const today = getDateInZone(now, timeZone)
      const date = addDays(today, later)
      const said = formatDay(date, today)
      const [, year = today.slice(0, 4)] = said.match(/ (\d{4})$/) ?? []
      const [weekday, day, month] = said.split(' ')
      const read = new Date(`${day} ${month} ${year} 00:00 UTC`)
      expect(read.toISOString().slice(0, 10)).toBe(date)
      expect(read.toUTCString().slice(0, 3)).toBe(weekday)
    }),
    makePropertyParameters(300),
  )
})
