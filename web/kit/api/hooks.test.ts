import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notFound, type Refusal, tooBusy } from '#contract/kit/refusal.ts'
import { automaticRetries, retryAfterSeconds } from '#contract/limits/limits.ts'
import { ApiError } from './call-api.ts'
import { queryClient } from './hooks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/**
 * Reads from an endpoint that refuses that many times; returns how often it was called, and when.
 */
async function read(refusal: Refusal, times: number) {
  const askedAt: number[] = []
  const began = Date.now()
  const queryFn = async () => {
    askedAt.push((Date.now() - began) / 1000)
    if (askedAt.length <= times)
      throw new ApiError(refusal.message, refusal.status, { message: refusal.message })
    return 'there'
  }
  const reply = queryClient.fetchQuery({ queryKey: ['read'], queryFn }).catch(String)
  await vi.runAllTimersAsync()
  return { askedAt, reply: await reply }
}

test('a call to a busy server is retried when the server said', async () => {
  const { askedAt, reply } = await read(tooBusy, 1)
  expect(reply).toBe('there')
  expect(askedAt).toEqual([0, retryAfterSeconds])
})

test('a server that stays busy is retried a few times, and then the error is shown', async () => {
  const { askedAt, reply } = await read(tooBusy, 10)
  expect(reply).toContain(tooBusy.message)
  expect(askedAt).toHaveLength(1 + automaticRetries)
})

test('no other refusal is retried', async () => {
  expect((await read(notFound, 1)).askedAt).toHaveLength(1)
})
