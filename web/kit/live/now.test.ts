import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { makePropertyParameters } from '#test/property.ts'
import { correctClock, now } from './now.ts'

const hourMs = 3_600_000
const noon = Date.parse('2026-03-02T12:00:00Z')

afterEach(() => {
  vi.useRealTimers()
})

/**
 * Receives a reply from a server whose clock is ahead by so many ms; request and reply take time.
 */
function hear(ahead: number, there: number, back: number): void {
  const sentAt = Date.now()
  const header = new Date(sentAt + there + ahead).toUTCString()
  vi.setSystemTime(sentAt + there + back)
  correctClock(header, { sentAt, receivedAt: Date.now() })
}

test('a device with a wrong clock learns the time from the server, to within a second', () => {
  vi.useFakeTimers()
  const way = fc.integer({ min: 0, max: 3_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: -48 * hourMs, max: 48 * hourMs }),
      way,
      way,
      (ahead, there, back) => {
        vi.setSystemTime(noon)
        hear(ahead, there, back)
        expect(Math.abs(now() - (Date.now() + ahead))).toBeLessThanOrEqual(1_000 + there + back)
      },
    ),
    makePropertyParameters(200),
  )
})

test('a correct clock is kept, and a corrected one is trusted again', () => {
  vi.useFakeTimers({ now: noon })
  hear(hourMs, 20, 30)
  expect(now()).not.toBe(Date.now())
  vi.setSystemTime(noon + hourMs)
  hear(0, 20, 30)
  expect(now()).toBe(Date.now())
})

test('a reply without a date changes nothing', () => {
  vi.useFakeTimers({ now: noon })
  hear(0, 20, 30)
  for (const header of [null, '', 'yesterday']) {
    correctClock(header, { sentAt: noon, receivedAt: noon })
  }
  expect(now()).toBe(Date.now())
})
