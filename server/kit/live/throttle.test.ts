import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a thousand changes in a minute cause a dozen notifications, including the first and the last', () => {
  const calls: number[] = []
  let changes = 0
  const { ask } = throttle(5_000, () => calls.push(changes))
  for (; changes < 1_000; changes++) {
    ask()
    vi.advanceTimersByTime(minuteMs / 1_000)
  }
  ask()
  vi.advanceTimersByTime(minuteMs)
  expect(calls[0]).toBe(0)
  expect(calls.at(-1)).toBe(1_000)
  expect(calls.length).toBeLessThanOrEqual(14)
})

test('after a quiet period a change is notified at once, and there are no needless notifications', () => {
  const work = vi.fn()
  const { ask } = throttle(5_000, work)
  ask()
  vi.advanceTimersByTime(60_000)
  expect(work).toHaveBeenCalledTimes(1)
  ask()
  expect(work).toHaveBeenCalledTimes(2)
})

test('a stopped throttle runs nothing more', () => {
  const work = vi.fn()
  const { ask, stop } = throttle(5_000, work)
  ask()
  ask()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(work).toHaveBeenCalledTimes(1)
})
