import type { FastifyBaseLogger } from 'fastify'
import { dayMs, secondMs } from '#contract/kit/time/durations.ts'
import {
  webhookRetryDays,
  webhookRetryGapsMs,
  webhookTimeoutMs,
} from '#contract/limits/webhooks.ts'
import type { Context } from '#server/kit/context.ts'
import { forEachConcurrently } from '#server/kit/limits/concurrency.ts'
import type { PostTransport } from '#server/kit/outbound/post.ts'
import {
  claimDelivery,
  readDue,
  readWebhooksWithDueDeliveries,
  recordDelivered,
  recordFailedAttempt,
} from './delivery-queries.ts'
import { readTarget } from './queries.ts'
import { createWebhookTransport, sendOnce } from './sending/send.ts'
import { switchFailingWebhookOff } from './switch-off.ts'

/** Longer than any attempt takes; a delivery whose process died is tried again after it. */
export const deliveryClaimMs = webhookTimeoutMs + 20 * secondMs
/** Events sent to one webhook at once; never two of the same review. */
const concurrentDeliveries = 4

/** Its receiver wants nothing any more (Standard Webhooks). */
const goneStatus = 410

type Deliverer = {
  /** Starts to send what is due, each webhook by itself: a slow receiver delays no other. */
  deliver: (stopped?: AbortSignal) => Promise<void>
  /** Waits for what is being sent. */
  finish: () => Promise<void>
  /** Aborts requests under way; they are repeated, although the receiver may have taken them. */
  close: () => void
}

/** Creates the deliverer, which sends stored events to webhooks. */
export function createDeliverer(
  context: Context,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): Deliverer {
  const { db, clock } = context
  const transport = createWebhookTransport(context)
  const closing = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  const sender = { context, transport, closed: closing.signal, log }

  async function deliverTo(webhookId: string, stopped?: AbortSignal): Promise<void> {
    while (!stopped?.aborted && !closing.signal.aborted) {
      const due = await readDue(db, { webhookId, now: clock() })
      if (due.length === 0) return
      await forEachConcurrently(due, concurrentDeliveries, async ({ id }) => {
        if (!stopped?.aborted) await sendDelivery(sender, id)
      })
    }
  }

  return {
    async deliver(stopped) {
      for (const { webhook_id: id } of await readWebhooksWithDueDeliveries(db, { now: clock() })) {
        if (underWay.has(id)) continue
        const work = deliverTo(id, stopped)
          .catch((error: unknown) => log.error({ err: error }, 'webhooks cannot be sent'))
          .finally(() => underWay.delete(id))
        underWay.set(id, work)
      }
    },
    async finish() {
      await Promise.all(underWay.values())
    },
    close() {
      closing.abort()
      transport.close()
    },
  }
}

export type Sender = {
  context: Context
  transport: PostTransport
  closed: AbortSignal
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Sends a delivery if it is due, and records the outcome. */
async function sendDelivery(sender: Sender, id: string): Promise<void> {
  const { context } = sender
  const now = context.clock()
  const claimed = await claimDelivery(context.db, { id, now, until: now + deliveryClaimMs })
  if (claimed) await sendClaimed(sender, claimed)
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

/**
 * Sends a claimed delivery once and records the outcome. One that was sent by hand is not tried
 * again, and does not switch its webhook off.
 */
export async function sendClaimed(
  { context, transport, closed, log }: Sender,
  delivery: Claimed,
): Promise<void> {
  const { db, clock } = context
  const { id, webhook_id, type, attempts, first_tried_at, subject_id } = delivery
  const target = await readTarget(db, { id: webhook_id })
  if (!target) return
  const { retryAfterMs, ...sent } = await sendOnce(context, transport, target, delivery, closed)
  if (closed.aborted && sent.error !== null) return
  const now = clock()
  const isByHand = subject_id === null
  const failed = { now, attempts: attempts + 1, firstTriedAt: first_tried_at ?? now, retryAfterMs }
  const isGone = sent.status === goneStatus
  const next = sent.error === null || isByHand || isGone ? undefined : getNextAttempt(failed)
  const isLast = sent.error !== null && next === undefined
  const attempt = {
    id,
    ...sent,
    due_at: next ?? null,
    delivered_at: sent.error === null ? now : null,
    failed_at: isLast ? now : null,
  }
  if (isLast && !isByHand) {
    try {
      await switchFailingWebhookOff(context, webhook_id, isGone ? 'gone' : 'failing', (tx) =>
        recordFailedAttempt(tx, attempt),
      )
    } catch (error) {
      // Otherwise it would be sent again as soon as its claim ends.
      await recordFailedAttempt(db, { ...attempt, due_at: now + longestGapMs, failed_at: null })
      throw error
    }
  } else {
    const record = sent.error === null ? recordDelivered : recordFailedAttempt
    await record(db, attempt)
  }
  context.live.changed('school', 'admins')
  if (sent.error === null) return
  const { host } = new URL(target.url)
  log.warn(
    { delivery: id, type, webhook: webhook_id, host, attempts: failed.attempts, said: sent.error },
    'webhook failed',
  )
}

const longestGapMs = Math.max(...webhookRetryGapsMs)

type Failed = {
  now: number
  /** How often it has been tried, this time included, and since when. */
  attempts: number
  firstTriedAt: number
  /** How long the receiver asks to be left alone. */
  retryAfterMs: number | undefined
}

/**
 * Returns when a failed delivery is tried again (ms since 1970): with growing gaps, the last time
 * after three days. Undefined if that was the last attempt.
 */
function getNextAttempt({
  now,
  attempts,
  firstTriedAt,
  retryAfterMs = 0,
}: Failed): number | undefined {
  const lastAt = firstTriedAt + webhookRetryDays * dayMs
  if (now >= lastAt) return undefined
  const gap = webhookRetryGapsMs[attempts - 1] ?? longestGapMs
  return Math.min(now + Math.max(gap, Math.min(retryAfterMs, longestGapMs)), lastAt)
}
