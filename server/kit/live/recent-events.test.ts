import { expect, test } from 'vitest'
import { noOtherProcesses } from './processes.ts'
import { keepRecentEvents } from './recent-events.ts'

/** What was told lately, by a clock that the test moves. */
function start() {
  const time = { now: 0 }
  const lately = keepRecentEvents(noOtherProcesses, () => time.now)
  return { time, lately }
}

test('a page is told what changed for it after it asked, and nothing else', () => {
  const { time, lately } = start()
  time.now = 10_000
  lately.record(['ann'], 'slots')
  time.now = 15_000
  expect(lately.findMissed(['ann'], 6_000)).toBe('slots')
  expect(lately.findMissed(['ann'], 2_000)).toBeUndefined()
  expect(lately.findMissed(['bob'], 6_000)).toBeUndefined()
})

test('a page whose handshake is two seconds on its way misses nothing', () => {
  const { time, lately } = start()
  time.now = 10_000
  const asked = 9_990
  lately.record(['ann'], 'slots')
  const sent = 10_020
  time.now = sent + 2_000
  expect(lately.findMissed(['ann'], sent - asked)).toBe('slots')
})

test('of notices alone it is told so; with anything else it asks for all', () => {
  const { time, lately } = start()
  time.now = 10_000
  lately.record(['ann'], 'notices')
  expect(lately.findMissed(['ann'], 1_000)).toBe('notices')
  lately.record(['ann'], 'reviews')
  lately.record(['ann'], 'notices')
  expect(lately.findMissed(['ann'], 1_000)).toBe('reviews')
})

test('of what was before it began, or before it forgot, a process says that all may have changed', () => {
  const { time, lately } = start()
  time.now = 20_000
  expect(lately.findMissed(['ann'], 20_001)).toBe('reviews')
  expect(lately.findMissed(['ann'], 20_000)).toBeUndefined()
  lately.clear()
  time.now = 21_000
  expect(lately.findMissed(['ann'], 1_001)).toBe('reviews')
  expect(lately.findMissed(['ann'], 1_000)).toBeUndefined()
})

test('it keeps a minute: whoever asked before that is told to ask again', () => {
  const { time, lately } = start()
  time.now = 10_000
  lately.record(['ann'], 'slots')
  time.now = 80_000
  lately.record(['bob'], 'slots')
  expect(lately.findMissed(['ann'], 60_000)).toBeUndefined()
  expect(lately.findMissed(['ann'], 60_001)).toBe('reviews')
})
