import type { z } from 'zod'
import { type Endpoint, type EndpointInput, toUrl } from '#contract/kit/endpoint.ts'
import { ErrorReply, SessionEndedReply, secondFactorSetupNeeded } from '#contract/kit/refusal.ts'
import { requestTimeoutMs } from '#contract/limits/limits.ts'
import { correctClock } from '../live/now.ts'
import {
  claimPrefetched,
  clearPrefetched,
  sendRequest,
  toHeaders,
  waitWhileLeaving,
} from './request.ts'
import { getToken, handleRefusedToken, markSecondFactorRequired } from './session.ts'

/** The message that the specification gives for a request that timed out (section 8). */
export const timeoutMessage = 'Request timed out after 3 seconds'
export const genericErrorMessage = 'error'

export class ApiError extends Error {
  /** 0 if no reply came, or if the reply is not from this server. */
  readonly status: number
  /** The server's message; undefined if it sent none. */
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
 * The session has ended, or it needs a second factor: the area shows the login or the set-up, so no
 * error needs to be shown.
 */
export class SessionEndedError extends ApiError {}

/**
 * The data of a reply; `next` is the cursor of a list's next page, and `stoppedEarly` says that the
 * search ran out of time before it found the best result.
 */
export type ApiReply<T> = { data: T; next: string | undefined; stoppedEarly: boolean }

type CallOptions = {
  signal?: AbortSignal
  /** Identifies the change: the server makes it once, however often it receives this key. */
  idempotencyKey?: string
}

/**
 * Makes a call with the session of the endpoint's role. Raises SessionEndedError after a 401 with
 * `Auth: false` and after a 403, ApiError for every other error.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>> = {},
  more: CallOptions = {},
): Promise<ApiReply<z.output<E['reply']>>> {
  const address = toUrl(endpoint, input.params ?? {}, input.query ?? {})
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
    await waitWhileLeaving()
    // A proxy in front of the server may reply in its place, and not in JSON.
    throw new ApiError(genericErrorMessage, response && !response.ok ? response.status : 0)
  }
  if (!response.ok) throw toError(endpoint, token, response.status, body)
  // The server's replies have passed the endpoint's reply schema.
  return {
    data: body as z.output<E['reply']>,
    next: getNextCursor(response),
    stoppedEarly: response.headers.has('stopped-early'),
  }
}

function toRequest(
  { method, timeoutMs = requestTimeoutMs }: Endpoint,
  token: string | null,
  body: unknown,
  { signal, idempotencyKey }: CallOptions,
): RequestInit {
  const timeout = AbortSignal.timeout(timeoutMs)
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

/** Whether a request failed because no response came in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** The error of a response that is not a success; an ended session shows the login. */
export function toError(
  endpoint: Endpoint,
  token: string | null,
  status: number,
  body: unknown,
): ApiError {
  if (status === 401 && endpoint.role && SessionEndedReply.safeParse(body).success) {
    void handleRefusedToken(endpoint.role, token)
    return new SessionEndedError(genericErrorMessage, status)
  }
  const reply = ErrorReply.safeParse(body).data
  if (reply?.message === secondFactorSetupNeeded.message && endpoint.role) {
    markSecondFactorRequired(endpoint.role)
    return new SessionEndedError(genericErrorMessage, status)
  }
  return new ApiError(reply?.message ?? genericErrorMessage, status, reply)
}

function getNextCursor(response: Response): string | undefined {
  const address = response.headers.get('link')?.match(/^<(.+)>; rel="next"$/)?.[1]
  if (!address) return undefined
  return new URL(address, location.origin).searchParams.get('cursor') ?? undefined
}
