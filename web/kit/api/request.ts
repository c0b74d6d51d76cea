import { requestTimeoutMs } from '#contract/limits/limits.ts'

/** A response, and when it was sent for and received by this device's clock (ms since 1970). */
export type TimedResponse = { response: Response; sentAt: number; receivedAt: number }

const inFlight = new Set<Promise<Response>>()

/** Within this time the next page has begun to load in place of this one. */
const leaveMs = 5_000

let staying = Promise.resolve()

function beginToLeave(): void {
  staying = new Promise((resolve) => setTimeout(resolve, leaveMs))
}

/**
 * Resolves at once; or, where somebody leaves or reloads the page, only if it is still there a
 * while later. Firefox ends a page's requests then, and shows the page until the next one loads.
 */
export function waitWhileLeaving(): Promise<void> {
  return staying
}

/** Sends a request; rejects as `fetch` does, with a TimeoutError if no response comes in time. */
export async function sendRequest(address: string, init: RequestInit): Promise<TimedResponse> {
  addEventListener('beforeunload', beginToLeave)
  const askedAt = Date.now()
  const asking = fetch(address, init)
  inFlight.add(asking)
  try {
    const response = await asking
    return { response, sentAt: askedAt, receivedAt: Date.now() }
  } finally {
    inFlight.delete(asking)
  }
}

/** Resolves once all requests now in flight have succeeded, failed or timed out. */
export async function waitForPendingRequests(): Promise<void> {
  await Promise.allSettled(inFlight)
}

/** The headers of a call without a body. */
export function toHeaders(token: string | null): Record<string, string> {
  return { accept: 'application/json', ...(token ? { authorization: token } : {}) }
}

/** A prefetched response that is not claimed within this time may be out of date. */
const freshMs = 5_000

type Prefetched = { token: string | null; at: number; asked: Promise<TimedResponse> }
const prefetched = new Map<string, Prefetched>()

/**
 * Prefetches a response before the code that needs it has loaded; `claimPrefetched` then returns
 * it, once.
 */
export function prefetch(address: string, token: string | null): void {
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const asked = sendRequest(address, { headers: toHeaders(token), signal })
  // Whoever claims it handles the failure; if nobody does, it does not matter.
  asked.catch(() => {})
  prefetched.set(address, { token, at: Date.now(), asked })
}

/** The response prefetched with the same token, if it is still fresh. */
export function claimPrefetched(
  address: string,
  token: string | null,
): Promise<TimedResponse> | undefined {
  const found = prefetched.get(address)
  prefetched.delete(address)
  const fits = found && found.token === token && Date.now() - found.at < freshMs
  return fits ? found.asked : undefined
}

/** After a change, everything that was prefetched is out of date. */
export function clearPrefetched(): undefined {
  prefetched.clear()
}
