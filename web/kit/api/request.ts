import { requestTimeoutMs } from '#contract/limits.ts'

/** A reply, and between which moments of this device's clock (ms since 1970) it was on its way. */
export type TimedResponse = { response: Response; sentAt: number; receivedAt: number }

const inFlight = new Set<Promise<Response>>()

/** Asks the server; rejects as `fetch` does, with a TimeoutError when no reply comes in time. */
export async function sendRequest(address: string, init: RequestInit): Promise<TimedResponse> {
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

/**
 * Resolves once all that is being asked now has been answered or has failed, which takes no reply
 * too long.
 */
export async function waitForPendingRequests(): Promise<void> {
  await Promise.allSettled(inFlight)
}

/** The headers of a call that carries no body. */
export function toHeaders(token: string | null): Record<string, string> {
  return { accept: 'application/json', ...(token ? { authorization: token } : {}) }
}

/** An answer that nobody has come for by then might be out of date. */
const freshMs = 5_000

type Prefetched = { token: string | null; at: number; asked: Promise<TimedResponse> }
const prefetched = new Map<string, Prefetched>()

/** Prefetches an answer before the code is there that wants it; `claimPrefetched` then returns it, once. */
export function prefetch(address: string, token: string | null): void {
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const asked = sendRequest(address, { headers: toHeaders(token), signal })
  // Whoever takes it hears of a failure; if nobody does it is of no interest.
  asked.catch(() => {})
  prefetched.set(address, { token, at: Date.now(), asked })
}

/** What was prefetched with the same token, if it is fresh. */
export function claimPrefetched(
  address: string,
  token: string | null,
): Promise<TimedResponse> | undefined {
  const found = prefetched.get(address)
  prefetched.delete(address)
  const fits = found && found.token === token && Date.now() - found.at < freshMs
  return fits ? found.asked : undefined
}

/** After a change nothing that was asked before it is worth anything. */
export function clearPrefetched(): undefined {
  prefetched.clear()
}
