import { hourMs, secondMs } from '#contract/kit/time/durations.ts'
import {
  oldSecretHours,
  webhookAnswerMaxBytes,
  webhookTimeoutMs,
} from '#contract/limits/webhooks.ts'
import { deliveryErrors } from '#contract/webhooks/deliveries.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Context } from '#server/kit/context.ts'
import { version } from '#server/kit/ops/version.ts'
import {
  createPostTransport,
  type PostResponse,
  type PostTransport,
} from '#server/kit/outbound/post.ts'
import type { readTarget } from '../queries.ts'
import { formatNetworkError } from './format-network-error.ts'
import { signWebhook } from './sign.ts'

/** Creates the transport to receivers of webhooks. */
export function createWebhookTransport({ settings }: Context): PostTransport {
  return createPostTransport({
    testOrigin: settings.webhookTestOrigin,
    keptBytes: webhookAnswerMaxBytes,
    answeredWithinMs: webhookTimeoutMs,
  })
}

type Target = NonNullable<Awaited<ReturnType<typeof readTarget>>>
type Row = Pick<Tables['webhook_deliveries'], 'event_id' | 'payload'>

/** An attempt: what was sent when, and what came of it. */
export type SendAttempt = {
  tried_at: number
  signature: string
  took_ms: number
  status: number | null
  answer: string | null
  /** Null if the receiver has taken it. */
  error: string | null
  retryAfterMs: number | undefined
}

/** The headers of an attempt (Standard Webhooks). */
export function toHeaders(id: string, triedAt: number, signature: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `Weekward/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(triedAt / secondMs)),
    'webhook-signature': signature,
  }
}

/** Sends an event once; never throws. */
export async function sendOnce(
  { clock }: Context,
  transport: PostTransport,
  target: Target,
  { event_id: id, payload }: Row,
  stopped: AbortSignal,
): Promise<SendAttempt> {
  const triedAt = clock()
  const timestamp = Math.floor(triedAt / secondMs)
  const signature = signWebhook(getSecrets(target, triedAt), { id, timestamp, payload })
  const headers = toHeaders(id, triedAt, signature)
  const startedAt = performance.now()
  const went = await transport
    .post({ url: target.url, headers, body: Buffer.from(payload) }, stopped)
    .then(readAnswer, readError)
  const took_ms = Math.round(performance.now() - startedAt)
  return { tried_at: triedAt, signature, took_ms, ...went }
}

/** The secret, and the old ones for a day after each was replaced. */
function getSecrets({ secret, old_secret, secret_rolled_at }: Target, now: number): string[] {
  const old = (old_secret ?? '').split(' ').flatMap((entry) => {
    // Version 0.2.0 kept one old secret, without its time.
    const [value = '', replacedAt = secret_rolled_at] = entry.split('@')
    const isValid = Number(replacedAt) + oldSecretHours * hourMs > now
    return value !== '' && isValid ? [value] : []
  })
  return [secret, ...old]
}

type Outcome = Pick<SendAttempt, 'status' | 'answer' | 'error' | 'retryAfterMs'>

function readAnswer({ status, text, retryAfterMs }: PostResponse): Outcome {
  // PostgreSQL does not store NUL.
  return { status, answer: text.replaceAll('\0', ''), error: getProblem(status), retryAfterMs }
}

function getProblem(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const isRedirect = status >= 300 && status < 400
  return isRedirect ? deliveryErrors.redirect : deliveryErrors.notTaken(status)
}

function readError(error: unknown): Outcome {
  const said = formatNetworkError(error)
  return { status: null, answer: null, error: said, retryAfterMs: undefined }
}
