import { expect, test } from 'vitest'
import { noOtherProcesses } from './processes.ts'
import { keepRecentEvents } from './recent-events.ts'

/** What was told lately, by a clock that the test moves. */
function start() {
  const time = { now: 0 }
  const lately = keepRecentEvents(noOtherProcesses, () => time.now)
  return { time, lately }
}

test('a page learns only of changes that concern it since it fetched its data', () => {
  const { time, lately } = start()
  time.now = 10_000
  lately.record(['ann'], 'slots')
  time.now = 15_000
  expect(lately.findMissed(['ann'], 6_000)).toBe('slots')
  expect(lately.findMissed(['ann'], 2_000)).toBeUndefined()
  expect(lately.findMissed(['bob'], 6_000)).toBeUndefined()
})

test('a page with a two-second handshake misses nothing', () => {
  const { time, lately } = start()
  time.now = 10_000
  const asked = 9_990
  lately.record(['ann'], 'slots')
  const sent = 10_020
  time.now = sent + 2_000
  expect(lately.findMissed(['ann'], sent - asked)).toBe('slots')
})

test('if only notices or only work changed, a page fetches only those; otherwise everything', () => {
  const { time, lately } = start()
  time.now = 10_000
  lately.record(['ann'], 'notices')
  expect(lately.findMissed(['ann'], 1_000)).toBe('notices')
  lately.record(['ann'], 'reviews')
  lately.record(['ann'], 'notices')
  expect(lately.findMissed(['ann'], 1_000)).toBe('reviews')
  lately.record(['bob'], 'work')
  expect(lately.findMissed(['bob'], 1_000)).toBe('work')
  lately.record(['bob'], 'notices')
  expect(lately.findMissed(['bob'], 1_000)).toBe('reviews')
})

test('for times before its start or a gap, a process reports that everything may have changed', () => {
  const { time, lately } = start()
  time.now = 20_000
  expect(lately.findMissed(['ann'], 20_001)).toBe('reviews')
  expect(lately.findMissed(['ann'], 20_000)).toBeUndefined()
  lately.clear()
  time.now = 21_000
  expect(lately.findMissed(['ann'], 1_001)).toBe('reviews')
  expect(lately.findMissed(['ann'], 1_000)).toBeUndefined()
})

test('events are kept for a minute; pages with older data fetch again', () => {
  const { time, lately } = start()
  time.now = 10_000
  lately.record(['ann'], 'slots')
  time.now = 80_000
  lately.record(['bob'], 'slots')
  expect(lately.findMissed(['ann'], 60_000)).toBeUndefined()
  expect(lately.findMissed(['ann'], 60_001)).toBe('reviews')
})
