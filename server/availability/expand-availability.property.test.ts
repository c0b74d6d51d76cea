import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AvailabilityBlock, isBlockOnDate } from '#contract/availability/availability.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import {
  addDays,
  daysBetween,
  getClockTimeInZone,
  getDateInZone,
  getInstantAt,
  getMonday,
  getWeekday,
} from '#contract/kit/time/zone.ts'
import { arbitraryBlocks, clockChanges } from '#test/availability/arbitrary-blocks.ts'
import { date, dateInSomeZone, makePropertyParameters } from '#test/property.ts'

import { expandAvailability } from './expand-availability.ts'

test('weekdays and Mondays match the calendar', () => {
  fc.assert(
    fc.property(date, (day) => {
      const plain = Temporal.PlainDate.from(day)
      expect(getWeekday(day)).toBe(plain.dayOfWeek)
      expect(getMonday(day)).toBe(plain.subtract({ days: plain.dayOfWeek - 1 }).toString())
    }),
    makePropertyParameters(200),
  )
})

test('a block repeats every so many weeks on its weekday, counted from the week of its first day', () => {
  const [days, weeks] = [fc.integer({ min: -30, max: 400 }), fc.integer({ min: 1, max: 8 })]
  fc.assert(
    fc.property(date, days, weeks, fc.option(days), (since, after, everyWeeks, ends) => {
      const until = ends === null ? null : addDays(since, Math.abs(ends))
      const day = addDays(since, after)
      const weekday = getWeekday(day)
      const from = Temporal.PlainDate.from(getMonday(since)).add({ days: weekday - 1 })
      const apart = from.until(Temporal.PlainDate.from(day)).days
      const isOn = apart % (7 * everyWeeks) === 0 && after >= 0 && (until === null || day <= until)
      const block = { weekday, everyWeeks, since, until } as AvailabilityBlock
      expect(isBlockOnDate(block, day)).toBe(isOn)
      expect(isBlockOnDate({ ...block, weekday: (weekday % 7) + 1 }, day)).toBe(false)
    }),
    makePropertyParameters(300),
  )
})

const place = fc.oneof(
  dateInSomeZone,
  fc.constantFrom(...clockChanges).map(([timeZone, day]) => ({ timeZone, date: day })),
)

test('in weeks with a clock change slots keep their wall-clock time, and skipped times are cut', () => {
  fc.assert(
    fc.property(place, arbitraryBlocks, fc.nat({ max: 30 }), ({ timeZone, date }, make, buffer) => {
      const first = addDays(date, -6)
      const blocks = make(first)
      const slots = expandAvailability(
        { blocks, buffer, away: [], removed: [] },
        ...([first, 14, timeZone] as const),
      )
      for (let day = first; daysBetween(first, day) < 14; day = addDays(day, 1)) {
        for (const block of blocks.filter((one) => isBlockOnDate(one, day))) {
          const [from, to] = [block.from, block.to].map((time) => getInstantAt(day, time, timeZone))
          if (from === undefined || to === undefined) throw new Error('unreachable')
          const own = slots.filter(({ startsAt }) => startsAt >= from && startsAt < to)
          const apart = (block.reviewTime + buffer) * minuteMs
          const room = to - from - block.reviewTime * minuteMs
          expect(own.length).toBe(room < 0 ? 0 : Math.floor(room / apart) + 1)
          for (const [index, { startsAt, endsAt }] of own.entries()) {
            expect(startsAt).toBe(from + index * apart)
            expect(endsAt - startsAt).toBe(block.reviewTime * minuteMs)
            expect(getDateInZone(startsAt, timeZone)).toBe(day)
            expect(endsAt).toBeLessThanOrEqual(to)
          }
          const isShown = getClockTimeInZone(from, timeZone) === block.from
          const before = `${getDateInZone(from - 1, timeZone)}T${getClockTimeInZone(from - 1, timeZone)}`
          if (!isShown) expect(before < `${day}T${block.from}`).toBe(true)
        }
      }
      const inOrder = slots.toSorted((one, other) => one.startsAt - other.startsAt)
      for (const [index, { startsAt }] of inOrder.entries()) {
        expect(startsAt).toBeGreaterThanOrEqual(inOrder[index - 1]?.endsAt ?? 0)
      }
    }),
    makePropertyParameters(150),
  )
})
