import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestTimeoutMs } from '#contract/limits/limits.ts'
import { webhookTimeoutMs } from '#contract/limits/webhooks.ts'
import { getSchool } from '#contract/school/school.ts'
import { testWebhook } from '#contract/webhooks/deliveries.ts'
import { callApi, genericErrorMessage } from './call-api.ts'

const page = new EventTarget()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Begins a call; returns how to end it without a reply, and how its failure is noticed. */
function beginCall() {
  const { promise, reject } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const noticed = vi.fn()
  callApi(getSchool).catch((error: unknown) => noticed(String(error)))
  return { noticed, end: () => reject(new TypeError('NetworkError')) }
}

test('a call that ends because somebody reloads the page is no failure', async () => {
  const { noticed, end } = beginCall()
  // Firefox ends it now, and shows the page until the next one has begun to load.
  page.dispatchEvent(new Event('beforeunload'))
  end()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(noticed).not.toHaveBeenCalled()
  // It was a download, or the reader stayed.
  await vi.advanceTimersByTimeAsync(1_000)
  expect(noticed).toHaveBeenCalledWith(`Error: ${genericErrorMessage}`)
})

test('a call that ends while the page stays fails at once', async () => {
  const { noticed, end } = beginCall()
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(noticed).toHaveBeenCalledWith(`Error: ${genericErrorMessage}`)
})

test('a call whose reply takes long may take its own time', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await callApi(testWebhook, { body: { value: { _id: 'hook' } } })
  await callApi(getSchool)
  expect(limits.mock.calls).toEqual([[webhookTimeoutMs + requestTimeoutMs], [requestTimeoutMs]])
})
