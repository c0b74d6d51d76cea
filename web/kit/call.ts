import type { z } from 'zod'
import { addressOf, type Endpoint, type InputOf } from '#contract/kit/endpoint.ts'
import { ErrorReply, SessionEndedReply } from '#contract/kit/refusal.ts'
import { requestTimeoutMs } from '#contract/limits.ts'
import { hearServerTime } from './now.ts'
import { forgetSession, tokenFor } from './session.ts'

/** The words that the specification has for a request that was given up (section 8). */
export const timedOut = 'Request timed out after 3 seconds'
export const anyError = 'error'

/** A call that did not succeed. */
export class CallFailed extends Error {
  /** 0 when no reply came. */
  readonly status: number
  /** The server's own words; undefined when it said none. */
  readonly said: string | undefined
  readonly errors: Record<string, string>

  constructor(message: string, status = 0, reply?: ErrorReply) {
    super(message)
    this.status = status
    this.said = reply?.message
    this.errors = reply?.errors ?? {}
  }
}

/** The session is over: it has been forgotten, and the area shows its login. */
export class SessionOver extends CallFailed {}

/** What a call answered; `next` is the cursor of a list's next page. */
export type Answer<T> = { data: T; next: string | undefined }

type More = {
  signal?: AbortSignal
  /** Says that this call is the same as an earlier one with this key: it is done once. */
  idempotencyKey?: string
}

/**
 * Makes a call with the session of the endpoint's role. Raises SessionOver after a 401 with
 * `Auth: false`, CallFailed for every other error.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Partial<InputOf<E>> = {},
  { signal, idempotencyKey }: More = {},
): Promise<Answer<z.output<E['reply']>>> {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  const token = endpoint.role && tokenFor(endpoint.role)
  let response: Response
  let body: unknown
  const askedAt = Date.now()
  try {
    response = await fetch(addressOf(endpoint, input.params ?? {}, input.query ?? {}), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        ...(token ? { authorization: token } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    hearServerTime(response.headers.get('date'), { askedAt, answeredAt: Date.now() })
    body = await response.json()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallFailed(timeout.aborted ? timedOut : anyError)
  }
  if (!response.ok) throw failureOf(endpoint, response.status, body)
  // The server sends what the endpoint's own reply schema let through.
  return { data: body as z.output<E['reply']>, next: nextOf(response) }
}

function failureOf(endpoint: Endpoint, status: number, body: unknown): CallFailed {
  if (status === 401 && endpoint.role && SessionEndedReply.safeParse(body).success) {
    forgetSession(endpoint.role)
    return new SessionOver(anyError, status)
  }
  const reply = ErrorReply.safeParse(body).data
  return new CallFailed(reply?.message ?? anyError, status, reply)
}

function nextOf(response: Response): string | undefined {
  const address = response.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1]
  if (!address) return undefined
  return new URL(address, location.origin).searchParams.get('cursor') ?? undefined
}
