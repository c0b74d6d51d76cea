import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recoverConnection } from './recovery.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watched() {
  const done: string[] = []
  const watch = recoverConnection({
    restart: () => done.push('restart'),
    beginAnew: () => done.push('begin anew'),
  })
  return { done, watch }
}

test('a connection established in time is left alone', () => {
  const { done, watch } = watched()
  watch.see('connecting')
  vi.advanceTimersByTime(5_000)
  watch.see('connected')
  vi.advanceTimersByTime(60_000)
  expect(done).toEqual([])
})

test('a connection that is never established is started again', () => {
  const { done } = watched()
  vi.advanceTimersByTime(12_000)
  expect(done).toEqual(['begin anew'])
})

test('a short interruption recovers, a longer one restarts ICE, a lasting one starts a new connection', () => {
  const { done, watch } = watched()
  watch.see('connected')
  watch.see('disconnected')
  vi.advanceTimersByTime(2_000)
  watch.see('connected')
  vi.advanceTimersByTime(60_000)
  expect(done).toEqual([])
  watch.see('disconnected')
  vi.advanceTimersByTime(4_000)
  expect(done).toEqual(['restart'])
  watch.see('failed')
  vi.advanceTimersByTime(9_000)
  expect(done).toEqual(['restart', 'restart', 'begin anew'])
})
