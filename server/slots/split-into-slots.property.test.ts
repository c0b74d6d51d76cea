import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { addDays, getClockTimeInZone, getDateInZone } from '#contract/kit/time/zone.ts'
import { bookingHorizonDaysMax } from '#contract/limits/limits.ts'
import { clock, dateInSomeZone, makePropertyParameters, zone } from '#test/property.ts'
import { getBookingDays } from './bookable/booking-days.ts'
import { splitIntoSlots } from './split-into-slots.ts'

const range = fc
  .tuple(dateInSomeZone, clock, clock, fc.integer({ min: 1, max: 300 }))
  .filter(([, timeStart, timeEnd]) => timeStart < timeEnd)
  .map(([{ timeZone, date }, timeStart, timeEnd, reviewTime]) => ({
    timeZone,
    range: { date, timeStart, timeEnd, reviewTime },
  }))

/** The length of a range in real minutes; a start or end that the clock skips moves to the jump. */
function realMinutes(timeZone: string, wanted: { date: string; from: string; to: string }) {
  const first = (time: string) =>
    Temporal.PlainDateTime.from(`${wanted.date}T${time}`).toZonedDateTime(timeZone, {
      disambiguation: 'earlier',
    })
  const [from, to] = [first(wanted.from), first(wanted.to)]
  const jumped = (at: Temporal.ZonedDateTime, time: string) =>
    at.toPlainTime().toString().slice(0, 5) === time ? at : at.getTimeZoneTransition('next')
  const [start, end] = [jumped(from, wanted.from), jumped(to, wanted.to)]
  return ((end ?? to).epochMilliseconds - (start ?? from).epochMilliseconds) / minuteMs
}

test('slots follow one another without gaps, and as many as fit completely', () => {
  fc.assert(
    fc.property(range, ({ timeZone, range }) => {
      const { date, timeStart: from, timeEnd: to, reviewTime } = range
      const slots = splitIntoSlots(range, timeZone)
      expect(slots.length).toBe(
        Math.max(0, Math.floor(realMinutes(timeZone, { date, from, to }) / reviewTime)),
      )
      for (const [index, slot] of slots.entries()) {
        expect(slot.endsAt - slot.startsAt).toBe(reviewTime * minuteMs)
        const before = slots[index - 1]
        if (before) expect(slot.startsAt).toBe(before.endsAt)
      }
    }),
    makePropertyParameters(300),
  )
})

test('no slot begins outside the range, or on another day', () => {
  fc.assert(
    fc.property(range, ({ timeZone, range }) => {
      for (const { startsAt } of splitIntoSlots(range, timeZone)) {
        expect(getDateInZone(startsAt, timeZone)).toBe(range.date)
        expect(getClockTimeInZone(startsAt, timeZone) < range.timeEnd).toBe(true)
      }
    }),
    makePropertyParameters(200),
  )
})

test('slots that begin from today to the last bookable day can be booked, and no others', () => {
  fc.assert(
    fc.property(
      zone,
      dateInSomeZone,
      clock,
      fc.integer({ min: 3, max: bookingHorizonDaysMax }),
      fc.integer({ min: -30 * 60, max: 30 * 24 * 60 }),
      (timeZone, day, time, count, minutes) => {
        const now = Date.parse(`${day.date}T${time}Z`)
        const startsAt = now + minutes * minuteMs
        const { after, before } = getBookingDays(now, timeZone, count)
        const today = getDateInZone(now, timeZone)
        const days = Array.from({ length: count }, (_, ahead) => addDays(today, ahead))
        const isBookable = startsAt > now && days.includes(getDateInZone(startsAt, timeZone))
        expect(startsAt > after && startsAt < before).toBe(isBookable)
      },
    ),
    makePropertyParameters(500),
  )
})
