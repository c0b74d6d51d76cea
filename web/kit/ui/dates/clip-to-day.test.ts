import { expect, test } from 'vitest'
import { clipToDay } from './clip-to-day.ts'

const zone = 'Europe/Berlin'
const span = { startsAt: '2026-03-28T22:30:00Z', endsAt: '2026-03-29T06:00:00Z' }

test('a range is shown on each day it is part of, by the clock that changes in between', () => {
  expect(clipToDay(span, '2026-03-27', zone)).toBeUndefined()
  expect(clipToDay(span, '2026-03-28', zone)).toEqual({ start: 23 * 60 + 30, end: 24 * 60 })
  expect(clipToDay(span, '2026-03-29', zone)).toEqual({ start: 0, end: 8 * 60 })
  expect(clipToDay(span, '2026-03-30', zone)).toBeUndefined()
})

test('a range that ends at midnight is not part of the next day', () => {
  const day = { startsAt: '2026-03-01T23:00:00Z', endsAt: '2026-03-02T23:00:00Z' }
  expect(clipToDay(day, '2026-03-02', zone)).toEqual({ start: 0, end: 24 * 60 })
  expect(clipToDay(day, '2026-03-03', zone)).toBeUndefined()
})
