import { expect, test } from 'vitest'
import { getInstantAt } from '../../kit/time/zone.ts'
import { getQuietHoursEnd } from './quiet-hours.ts'

const zone = 'America/New_York'
const at = (date: string, clock: string) => getInstantAt(date, clock, zone)
const night = { from: '22:00', to: '07:00' }

test.each([
  ['2026-03-02', '21:59', null],
  ['2026-03-02', '22:00', at('2026-03-03', '07:00')],
  ['2026-03-03', '00:30', at('2026-03-03', '07:00')],
  ['2026-03-03', '06:59', at('2026-03-03', '07:00')],
  ['2026-03-03', '07:00', null],
  // The nights in which the clock changes.
  ['2026-03-07', '23:00', at('2026-03-08', '07:00')],
  ['2026-10-31', '23:00', at('2026-11-01', '07:00')],
])('quiet hours across midnight: %s %s', (date, clock, end) => {
  expect(getQuietHoursEnd(night, zone, at(date, clock))).toBe(end)
})

test.each([
  ['12:59', null],
  ['13:00', '15:30'],
  ['15:29', '15:30'],
  ['15:30', null],
])('quiet hours within a day: %s', (clock, end) => {
  const quiet = { from: '13:00', to: '15:30' }
  expect(getQuietHoursEnd(quiet, zone, at('2026-03-02', clock))).toBe(end && at('2026-03-02', end))
})

test('an hour that occurs twice ends the quiet hours the first time', () => {
  const firstRun = at('2026-11-01', '01:10')
  const quiet = { from: '00:00', to: '01:30' }
  expect(getQuietHoursEnd(quiet, zone, firstRun)).toBe(firstRun + 20 * 60_000)
  expect(getQuietHoursEnd(quiet, zone, firstRun + 60 * 60_000)).toBeNull()
})
