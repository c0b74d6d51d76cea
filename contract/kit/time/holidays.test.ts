import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryHolidays } from '#test/availability/arbitrary-holidays.ts'
import { dateInSomeZone, makePropertyParameters } from '#test/property.ts'
import { minuteMs } from './durations.ts'
import { findHoliday, skipHolidays, skipHolidaysInZone } from './holidays.ts'
import { addDays, getDateInZone, getInstantAt } from './zone.ts'

const christmas = { from: '2026-12-21', to: '2026-12-31', name: 'Christmas' }
const newYear = { from: '2027-01-01', to: '2027-01-03', name: 'New Year' }

test('a holiday includes its first and its last day', () => {
  const nameOn = (date: string) => findHoliday(date, [christmas])?.name
  expect(['2026-12-20', '2026-12-21', '2026-12-31', '2027-01-01'].map(nameOn)).toEqual([
    ...[undefined, 'Christmas', 'Christmas', undefined],
  ])
})

test('a day on a holiday becomes the first one after it, and after those that follow at once', () => {
  expect(skipHolidays('2026-12-20', [christmas, newYear])).toBe('2026-12-20')
  expect(skipHolidays('2026-12-24', [christmas])).toBe('2027-01-01')
  expect(skipHolidays('2026-12-24', [christmas, newYear])).toBe('2027-01-04')
})

test('what falls on a holiday keeps its time, to the millisecond', () => {
  const school = { timeZone: 'America/New_York', holidays: [christmas] }
  const at = Date.parse('2026-12-22T17:30:12.345Z')
  expect(new Date(skipHolidaysInZone(at, school)).toISOString()).toBe('2027-01-01T17:30:12.345Z')
  expect(skipHolidaysInZone(at, { ...school, holidays: [newYear] })).toBe(at)
})

test('nothing stays on a holiday, and nothing moves further than it must, in every zone', () => {
  const some = dateInSomeZone.chain((day) =>
    fc.tuple(fc.constant(day), arbitraryHolidays(addDays(day.date, -10), 30), fc.nat(24 * 60)),
  )
  fc.assert(
    fc.property(some, ([{ timeZone, date }, holidays, minutes]) => {
      const at = getInstantAt(date, '00:00', timeZone) + minutes * minuteMs
      const moved = skipHolidaysInZone(at, { timeZone, holidays })
      const [from, to] = [getDateInZone(at, timeZone), getDateInZone(moved, timeZone)]
      expect(findHoliday(to, holidays)).toBeUndefined()
      for (let day = from; day < to; day = addDays(day, 1)) {
        expect(findHoliday(day, holidays)).toBeDefined()
      }
    }),
    makePropertyParameters(300),
  )
})
