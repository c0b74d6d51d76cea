import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dateInZone } from '#contract/kit/zone.ts'
import { dueLabel } from '#contract/reviews.ts'
import { clock, dateInSomeZone, tries } from '#test/property.ts'
import { relativeTime } from './dates.ts'

/** An instant on a day that is often one on which the clock of the zone is changed. */
const moment = fc
  .tuple(dateInSomeZone, clock, fc.integer({ min: 0, max: 59_999 }))
  .map(([{ timeZone, date }, time, ms]) => ({
    timeZone,
    now:
      Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds +
      ms,
  }))

const days = fc.integer({ min: -40, max: 40 })

/** The noon so many days after the day of an instant, by Node's own calendar of the zone. */
function noonAfter(now: number, days: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  return today.add({ days }).toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds
}

test('days left are those of the calendar, whatever the hour and the clock change between', () => {
  fc.assert(
    fc.property(moment, days, ({ timeZone, now }, later) => {
      const due = new Date(noonAfter(now, later, timeZone)).toISOString()
      const text = later > 1 ? `${later} days left` : later === 1 ? 'Tomorrow' : 'Today'
      expect(dueLabel(due, now, timeZone)).toEqual({ text, overdue: later < 0 })
    }),
    tries(400),
  )
})

test('what is due at midnight and a moment before it lies on two days', () => {
  fc.assert(
    fc.property(moment, ({ timeZone, now }) => {
      const tomorrow = addDays(dateInZone(now, timeZone), 1)
      const midnight = Temporal.PlainDate.from(tomorrow).toZonedDateTime(timeZone).epochMilliseconds
      const label = (at: number) => dueLabel(new Date(at).toISOString(), now, timeZone).text
      expect([label(midnight - 1), label(midnight)]).toEqual(['Today', 'Tomorrow'])
    }),
    tries(300),
  )
})

test('how far away something is, is told in days from the next date on', () => {
  fc.assert(
    fc.property(moment, days, ({ timeZone, now }, later) => {
      const told = relativeTime(noonAfter(now, later, timeZone), now, timeZone)
      if (later === 1) expect(told).toBe('tomorrow')
      if (later > 1) expect(told).toBe(`in ${later} days`)
      if (later === 0) expect(told).toMatch(/^now$|minute|hour/)
    }),
    tries(300),
  )
})
