import type { z } from 'zod'
import { type Endpoint, type InputOf, toAddress } from '#contract/kit/endpoint.ts'
import { ErrorReply, SessionEndedReply, secondFactorNeeded } from '#contract/kit/refusal.ts'
import { requestTimeoutMs } from '#contract/limits.ts'
import { correctClock } from '../live/now.ts'
import { claimPrefetched, clearPrefetched, sendRequest, toHeaders } from './request.ts'
import { getToken, handleRefusedToken, markSecondFactorRequired } from './session.ts'

/** The words that the specification has for a request that was given up (section 8). */
export const timeoutMessage = 'Request timed out after 3 seconds'
export const genericErrorMessage = 'error'

/** A call that did not succeed. */
export class ApiError extends Error {
  /** 0 when no reply came, or one that is none of this server's. */
  readonly status: number
  /** The server's own words; undefined when it said none. */
  readonly serverMessage: string | undefined
  readonly errors: Record<string, string>

  constructor(message: string, status = 0, reply?: ErrorReply) {
    super(message)
    this.status = status
    this.serverMessage = reply?.message
    this.errors = reply?.errors ?? {}
  }
}

/**
 * The session is over, or lacks a second factor: the area shows its login, or how to set one up,
 * and nothing else needs to be said.
 */
export class SessionEndedError extends ApiError {}

/**
 * What a call answered; `next` is the cursor of a list's next page, and `stoppedEarly` says that time
 * was up before the best was found.
 */
export type ApiReply<T> = { data: T; next: string | undefined; stoppedEarly: boolean }

type CallOptions = {
  signal?: AbortSignal
  /** Says that this call is the same as an earlier one with this key: it is done once. */
  idempotencyKey?: string
}

/**
 * Makes a call with the session of the endpoint's role. Raises SessionEndedError after a 401 with
 * `Auth: false` and after a 403, ApiError for every other error.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: Partial<InputOf<E>> = {},
  more: CallOptions = {},
): Promise<ApiReply<z.output<E['reply']>>> {
  const address = toAddress(endpoint, input.params ?? {}, input.query ?? {})
  const token = endpoint.role && getToken(endpoint.role)
  let response: Response | undefined
  let body: unknown
  try {
    const prefetched =
      endpoint.method === 'GET' ? claimPrefetched(address, token) : clearPrefetched()
    const asked = await (prefetched ??
      sendRequest(address, toRequest(endpoint, token, input.body, more)))
    response = asked.response
    correctClock(response.headers.get('date'), asked)
    body = await response.json()
  } catch (error) {
    if (more.signal?.aborted) throw error
    if (isTimeout(error)) throw new ApiError(timeoutMessage)
    // What stands before the server may answer in its place, and not in JSON.
    throw new ApiError(genericErrorMessage, response && !response.ok ? response.status : 0)
  }
  if (!response.ok) throw toError(endpoint, token, response.status, body)
  // The server sends what the endpoint's own reply schema let through.
  return {
    data: body as z.output<E['reply']>,
    next: getNextCursor(response),
    stoppedEarly: response.headers.has('stopped-early'),
  }
}

function toRequest(
  { method }: Endpoint,
  token: string | null,
  body: unknown,
  { signal, idempotencyKey }: CallOptions,
): RequestInit {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  return {
    method,
    headers: {
      ...toHeaders(token),
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

function toError(
  endpoint: Endpoint,
  token: string | null,
  status: number,
  body: unknown,
): ApiError {
  if (status === 401 && endpoint.role && SessionEndedReply.safeParse(body).success) {
    void handleRefusedToken(endpoint.role, token)
    return new SessionEndedError(genericErrorMessage, status)
  }
  if (status === secondFactorNeeded.status && endpoint.role) {
    markSecondFactorRequired(endpoint.role)
    return new SessionEndedError(genericErrorMessage, status)
  }
  const reply = ErrorReply.safeParse(body).data
  return new ApiError(reply?.message ?? genericErrorMessage, status, reply)
}

function getNextCursor(response: Response): string | undefined {
  const address = response.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1]
  if (!address) return undefined
  return new URL(address, location.origin).searchParams.get('cursor') ?? undefined
}
