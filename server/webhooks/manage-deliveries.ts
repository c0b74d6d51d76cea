import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import {
  type Delivery,
  deliveryRefusals,
  type listDeliveries as endpoint,
} from '#contract/webhooks/deliveries.ts'
import { testEvent } from '#contract/webhooks/events.ts'
import type { DeliveryState } from '#contract/webhooks/webhooks.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import { type Context, inTransaction } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { toPayload } from './actions.ts'
import { deliveryClaimMs, type Sender, sendClaimed } from './deliverer.ts'
import { insertDeliveries, makeDueNow, readDeliveries, readDelivery } from './delivery-queries.ts'
import { getWebhook } from './manage.ts'
import { toHeaders } from './sending/send.ts'

type Row = NonNullable<Awaited<ReturnType<typeof readDelivery>>>

/** Lists what was sent to a webhook, newest first. Refuses an unknown webhook (404). */
export async function listDeliveries(
  context: Context,
  { webhook: webhookId, state, ...asked }: EndpointQuery<typeof endpoint>,
): Promise<Page<Delivery>> {
  const page = await readDeliveries[state ?? 'all'](context.db, { webhookId }, asked)
  if (page.items.length === 0) await getWebhook(context, webhookId)
  return mapPage(page, toDelivery)
}

/** Returns a delivery. Refuses an unknown one (404). */
export async function getDelivery({ db }: Context, id: string): Promise<Delivery> {
  return toDelivery(await findDelivery(db, id))
}

async function findDelivery(db: Context['db'], id: string): Promise<Row> {
  const row = await readDelivery(db, { id })
  if (!row) throw new Refused(deliveryRefusals.unknown)
  return row
}

/**
 * Sends an event again under its id, and returns the new delivery when the receiver has answered.
 * One that waits becomes due at once instead, so that its review's order is kept; nothing happens
 * to one that is blocked. Refuses an unknown delivery (404), and one of a webhook that is off
 * (409).
 */
export async function resend(sender: Sender, id: string): Promise<string> {
  const claimed = await inTransaction(sender.context, async (tx) => {
    const row = await findDelivery(tx.db, id)
    const { off } = await getWebhook(tx, row.webhook_id)
    if (off) throw new Refused(deliveryRefusals.webhookOff)
    if (row.due_at !== null && row.is_blocked === 1) {
      skipAudit(tx)
      return undefined
    }
    if (row.due_at === null) return claimNew(tx, row)
    await makeDueNow(tx.db, { id, now: tx.clock() })
    await recordSending(tx, row)
    return undefined
  })
  if (!claimed) return id
  await sendClaimed(sender, claimed)
  return claimed.id
}

/**
 * Sends a test event, and returns the delivery when the receiver has answered. Refuses an unknown
 * webhook (404).
 */
export async function sendTest(sender: Sender, webhookId: string): Promise<string> {
  const claimed = await inTransaction(sender.context, async (tx) => {
    const { _id } = await getWebhook(tx, webhookId)
    const payload = toPayload({ type: testEvent, at: tx.clock(), data: { _id } })
    return claimNew(tx, { webhook_id: webhookId, event_id: newId(), type: testEvent, payload })
  })
  await sendClaimed(sender, claimed)
  return claimed.id
}

/** Stores a delivery that this call sends; if its process dies, the loop does. */
async function claimNew(
  context: Context<Tx>,
  {
    webhook_id,
    event_id,
    type,
    payload,
  }: Pick<Row, 'webhook_id' | 'event_id' | 'type' | 'payload'>,
): Promise<Row> {
  const now = context.clock()
  const row = {
    id: newId(),
    webhook_id,
    event_id,
    type,
    payload,
    subject_id: null,
    at: now,
    due_at: now,
    claimed_until: now + deliveryClaimMs,
  }
  await insertDeliveries(context.db, [row])
  await recordSending(context, row)
  return findDelivery(context.db, row.id)
}

function recordSending(
  context: Context<Tx>,
  { webhook_id: id, type: sent, event_id }: Pick<Row, 'webhook_id' | 'type' | 'event_id'>,
): Promise<void> {
  return recordAudit(context, { kind: 'webhooks', id, after: { sent, event_id } })
}

function getState({
  delivered_at,
  failed_at,
}: Pick<Row, 'delivered_at' | 'failed_at'>): DeliveryState {
  if (delivered_at !== null) return 'delivered'
  return failed_at === null ? 'waiting' : 'failed'
}

function toDelivery(row: Row): Delivery {
  const { due_at, tried_at, signature, status, subject_id } = row
  return {
    _id: row.id,
    webhook: row.webhook_id,
    eventId: row.event_id,
    event: row.type,
    state: getState(row),
    at: toIsoInstant(row.at),
    tries: row.attempts,
    isResend: subject_id === null && row.type !== testEvent,
    isBlocked: due_at !== null && row.is_blocked === 1,
    lastTryAt: tried_at === null ? null : toIsoInstant(tried_at),
    nextTryAt: due_at === null ? null : toIsoInstant(due_at),
    ms: row.took_ms,
    request: {
      headers:
        tried_at === null || signature === null ? {} : toHeaders(row.event_id, tried_at, signature),
      body: row.payload,
    },
    answer: status === null ? null : { status, text: row.answer ?? '' },
    error: row.error,
  }
}
