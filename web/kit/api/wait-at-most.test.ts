import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storageTimeoutMs } from '#contract/limits/limits.ts'
import { waitAtMost } from './wait-at-most.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the page waits five seconds for browser storage, and then opens without it', async () => {
  const opened = vi.fn()
  void waitAtMost(new Promise(() => {}), storageTimeoutMs).then(opened)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(opened).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toHaveBeenCalled()
})

test('a fast storage is not waited for, and leaves no timer behind', async () => {
  await waitAtMost(Promise.resolve(), storageTimeoutMs)
  expect(vi.getTimerCount()).toBe(0)
})
