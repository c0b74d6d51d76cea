import { webhookEvents } from '#contract/webhooks/events.ts'
import { newId } from '#server/kit/id.ts'
import type { WithContext } from '#test/factories.ts'

/** Where nothing answers. */
export const deadUrl = 'https://hooks.school.test/weekward'

/** A host that is not found, without a query: the first label is longer than a name's may be. */
export const unknownHost = `${'no-such-host-'.repeat(5)}0.test`

/** Inserts a webhook for all events, and returns its id. */
export async function insertWebhook(
  { context }: WithContext,
  {
    id = newId(),
    url = deadUrl,
    secret = 'whsec_c2VjcmV0',
  }: { id?: string; url?: string; secret?: string } = {},
): Promise<string> {
  await context.db
    .insertInto('webhooks')
    .values({
      id,
      url,
      events: JSON.stringify(webhookEvents),
      secret,
      created_at: context.clock(),
    })
    .execute()
  return id
}

/** Inserts a delivery that has failed, and returns its id. */
export async function insertDelivery(
  { context }: WithContext,
  webhook_id: string,
  id = newId(),
): Promise<string> {
  const now = context.clock()
  await context.db
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id,
      event_id: `event ${id}`,
      type: 'review.booked',
      payload: '{}',
      at: now,
      attempts: 1,
      tried_at: now,
      signature: 'v1,x',
      failed_at: now,
      error: 'Gone',
    })
    .execute()
  return id
}
