import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { hourMs } from '#contract/kit/time/durations.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { oldSecretHours, webhooksMax } from '#contract/limits/webhooks.ts'
import { WebhookEvent } from '#contract/webhooks/events.ts'
import {
  type listWebhooks as endpoint,
  type NewWebhook,
  type Webhook,
  type WebhookEdit,
  webhookRefusals,
} from '#contract/webhooks/webhooks.ts'
import { parseTextList } from '#server/database/column-values.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { audited, recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import type { CheckedAddress } from './check-address.ts'
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  readWebhook,
  readWebhooks,
  switchOn,
  updateDetails,
  updateSecret,
  type WebhookRow,
} from './queries.ts'
import { makeWebhookSecret } from './sending/sign.ts'
import { switchWebhookOff } from './switch-off.ts'

/** Lists the webhooks, oldest first; with `isShort`, only the hosts of their addresses. */
export async function listWebhooks(
  { db }: Context,
  asked: EndpointQuery<typeof endpoint>,
  { isShort = false } = {},
): Promise<Page<Webhook>> {
  return mapPage(await readWebhooks(db, {}, asked), (row) => {
    const webhook = toWebhook(row)
    return isShort ? { ...webhook, url: new URL(webhook.url).host } : webhook
  })
}

/** Adds a webhook and returns it with its secret. Refuses more than a school may have (409). */
export async function addWebhook(
  context: Context<Tx>,
  { url, warning }: CheckedAddress,
  events: NewWebhook['events'],
): Promise<Changed & { secret: string }> {
  const { db, clock } = context
  const row = {
    id: newId(),
    url,
    events: JSON.stringify(events),
    secret: makeWebhookSecret(),
    old_secret: null,
    secret_rolled_at: null,
    created_at: clock(),
    off_at: null,
    off_reason: null,
  }
  await advisoryLock(db, 'webhooks')
  if ((await countWebhooks(db)).count >= webhooksMax) throw new Refused(webhookRefusals.tooMany)
  await insertWebhook(db, row)
  await recordAudit(context, { kind: 'webhooks', id: row.id, after: row })
  return { ...(await getChanged(context, row.id, warning)), secret: row.secret }
}

/**
 * Changes what is given of a webhook, and returns it, with its secret if that is new. Switching it
 * off gives up what waits. Refuses an unknown webhook (404).
 */
export async function editWebhook(
  context: Context<Tx>,
  { _id: id, events, isOn, rollSecret }: WebhookEdit,
  { url, warning }: Partial<CheckedAddress> = {},
): Promise<Changed & { secret?: string }> {
  const { db, clock } = context
  const before = await getWebhook(context, id)
  const details = {
    url: url ?? before.url,
    events: JSON.stringify(events ?? before.events),
  }
  const change = (work: () => Promise<unknown>) => audited(context, { kind: 'webhooks', id }, work)
  skipAudit(context)
  await change(() => updateDetails(db, { id, ...details }))
  if (isOn === true) await change(() => switchOn(db, { id }))
  if (isOn === false) await change(() => switchWebhookOff(context, id, 'by-admin'))
  const secret = rollSecret ? makeWebhookSecret() : undefined
  if (secret) {
    const now = clock()
    await change(() => updateSecret(db, { id, secret, now, dayAgo: now - oldSecretHours * hourMs }))
  }
  return { ...(await getChanged(context, id, warning)), ...(secret && { secret }) }
}

type Changed = { webhook: Webhook; warning?: string }

async function getChanged(context: Context, id: string, warning?: string): Promise<Changed> {
  const webhook = await getWebhook(context, id)
  return warning === undefined ? { webhook } : { webhook, warning }
}

/** Removes a webhook and its log. Refuses an unknown one (404). */
export async function removeWebhook(context: Context<Tx>, id: string): Promise<void> {
  const before = await deleteWebhook(context.db, { id })
  if (!before) throw new Refused(webhookRefusals.unknown)
  await recordAudit(context, { kind: 'webhooks', id, before })
}

/** Returns a webhook. Refuses an unknown one (404). */
export async function getWebhook({ db }: Context, id: string): Promise<Webhook> {
  const row = await readWebhook(db, { id })
  if (!row) throw new Refused(webhookRefusals.unknown)
  return toWebhook(row)
}

function toWebhook(row: NonNullable<WebhookRow>): Webhook {
  const { type, tried_at, delivered_at, failed_at, off_at, off_reason, failing_since } = row
  const { adder_id, adder_name, adder_token } = row
  const state = failed_at === null ? 'waiting' : 'failed'
  return {
    _id: row.id,
    url: row.url,
    events: parseTextList(row.events).map((event) => WebhookEvent.parse(event)),
    createdAt: toIsoInstant(row.created_at),
    addedBy:
      adder_id === null || adder_name === null
        ? null
        : { _id: adder_id, name: adder_name, token: adder_token },
    off:
      off_at === null || off_reason === null
        ? null
        : { at: toIsoInstant(off_at), reason: off_reason },
    failingSince: failing_since === null ? null : toIsoInstant(failing_since),
    lastDelivery:
      type === null || tried_at === null
        ? null
        : {
            at: toIsoInstant(tried_at),
            event: type,
            state: delivered_at === null ? state : 'delivered',
          },
  }
}
