import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { toClockTime } from '#contract/kit/time/iso.ts'
import { formatSlotTime } from '#contract/kit/time/zone.ts'
import { formatClock, formatTimeAt, localizeTimes } from './clock.ts'
import { formatHour } from './hours-and-durations.ts'

function choose24Hours() {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === '24-hours' ? 'on' : null) })
}

afterEach(() => vi.unstubAllGlobals())

test('times have the specification’s format until the reader chooses another', () => {
  expect(formatClock('21:30')).toBe('9:30 PM')
  expect(localizeTimes('Wed 25 Nov, 9:30 PM')).toBe('Wed 25 Nov, 9:30 PM')
  expect([0, 8, 12].map(formatHour)).toEqual(['12 AM', '8 AM', '12 PM'])
})

test('a 24-hour clock starts the day at 00:00, and noon is 12:00', () => {
  choose24Hours()
  expect(localizeTimes('12:00 AM to 12:00 PM')).toBe('00:00 to 12:00')
  expect(localizeTimes('Wed 25 Nov, 9:05 AM with Priya Nair')).toBe(
    'Wed 25 Nov, 09:05 with Priya Nair',
  )
  expect([0, 8, 12].map(formatHour)).toEqual(['00:00', '08:00', '12:00'])
})

test('each minute of the day is the same time in both formats', () => {
  choose24Hours()
  for (let minute = 0; minute < 24 * 60; minute++) {
    const time = toClockTime(minute * minuteMs)
    expect(formatClock(time)).toBe(time)
    expect(localizeTimes(formatSlotTime(time))).toBe(time)
  }
})

test('the repeated and the skipped hour follow the zone', () => {
  choose24Hours()
  const at = (instant: string) => formatTimeAt(Date.parse(instant), 'Europe/Berlin')
  expect(at('2026-10-25T00:30:00Z')).toBe('02:30')
  expect(at('2026-10-25T01:30:00Z')).toBe('02:30')
  expect(at('2026-03-29T00:59:00Z')).toBe('01:59')
  expect(at('2026-03-29T01:00:00Z')).toBe('03:00')
})

test('no screen bypasses the reader’s clock format', () => {
  const files = globSync('web/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.|dates\/clock\.ts/.test(file),
  )
  const past = files.filter((file) =>
    /\b(formatSlotTimeInZone|formatSlotTime)\b|\$\{([\w.]*slot_|review\.)time\}|>[^<(]*\{([\w.]*slot_|review\.)time\}/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(past).toEqual([])
})
