import { redactUrl } from '#contract/kit/text/redact-url.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import {
  type WebhookData,
  type WebhookEvent,
  webhookDataSchemas,
} from '#contract/webhooks/events.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { insertDeliveries } from './delivery-queries.ts'
import { readFailing, readSubscribed } from './queries.ts'

/** An event of one subject, such as a review. */
type Published<Event extends WebhookEvent> = {
  type: Event
  /** Events of one subject are sent in their order. */
  subjectId: string
  data: WebhookData<Event>
}

/**
 * Stores an event for each webhook that is told of it, in the transaction of the change (an
 * outbox).
 * `read` returns the data; it is called only if there is such a webhook.
 */
export function publishEvent<Event extends WebhookEvent>(
  context: Context<Tx>,
  type: Event,
  subjectId: string,
  read: () => Promise<WebhookData<Event>>,
): Promise<void> {
  return publishEvents(context, type, async () => [{ subjectId, data: await read() }])
}

/** Like `publishEvent`, for several subjects. */
export async function publishEvents<Event extends WebhookEvent>(
  context: Context<Tx>,
  type: Event,
  read: () => Promise<Omit<Published<Event>, 'type'>[]>,
): Promise<void> {
  const webhooks = await readSubscribed(context.db, { listed: `%"${type}"%` })
  if (webhooks.length === 0) return
  const at = context.clock()
  const events = (await read()).map(({ subjectId, data }) => ({
    id: newId(),
    subjectId,
    payload: toPayload({ type, at, data: webhookDataSchemas[type].parse(data) }),
  }))
  const rows = webhooks.flatMap(({ id: webhookId }) =>
    events.map((event) => ({
      id: newId(),
      webhook_id: webhookId,
      event_id: event.id,
      type,
      subject_id: event.subjectId,
      payload: event.payload,
      at,
      due_at: at,
      claimed_until: null,
    })),
  )
  await insertDeliveries(context.db, rows)
}

/** The text that is sent (Standard Webhooks). */
export function toPayload({ type, at, data }: { type: string; at: number; data: unknown }): string {
  return JSON.stringify({ type, timestamp: toIsoInstant(at), data })
}

/**
 * Returns the addresses of webhooks whose receiver has been failing since before an instant (ms
 * since 1970), and of those that were switched off because it failed.
 */
export async function findFailingWebhooks(
  { db }: Context,
  before: number,
): Promise<{ failing: string[]; off: string[] }> {
  const rows = await readFailing(db, { before })
  const list = (isOff: boolean) =>
    rows.filter(({ off_at }) => (off_at !== null) === isOff).map(({ url }) => redactUrl(url))
  return { failing: list(false), off: list(true) }
}
