import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { WebhookEvent } from '#contract/webhooks/events.ts'
import { webhooksMax } from '#contract/webhooks/limits.ts'
import {
  type listWebhooks as endpoint,
  type NewWebhook,
  type Webhook,
  type WebhookEdit,
  webhookMessages,
  webhookRefusals,
} from '#contract/webhooks/webhooks.ts'
import { parseTextList } from '#server/database/column-values.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import { advisoryLock, type Tx } from '#server/database/transaction.ts'
import { audited, recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { isPublicUrl } from '#server/kit/outbound/client.ts'
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

/**
 * Adds a webhook and returns it with its secret. Refuses an address that is not https or not public
 * (400), and more webhooks than a school may have (409).
 */
export async function addWebhook(
  context: Context<Tx>,
  { url, events }: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  const { db, clock } = context
  const row = {
    ...{ id: newId(), url: checkUrl(context, url), events: JSON.stringify(events) },
    ...{ secret: makeWebhookSecret(), old_secret: null, secret_rolled_at: null },
    ...{ created_at: clock(), off_at: null, off_reason: null },
  }
  await advisoryLock(db, 'webhooks')
  if ((await countWebhooks(db)).count >= webhooksMax) throw new Refused(webhookRefusals.tooMany)
  await insertWebhook(db, row)
  await recordAudit(context, { kind: 'webhooks', id: row.id, after: row })
  return { webhook: await getWebhook(context, row.id), secret: row.secret }
}

/**
 * Changes what is given of a webhook, and returns it, with its secret if that is new. Switching it
 * off gives up what waits. Refuses an unknown webhook (404), and an address like `addWebhook`.
 */
export async function editWebhook(
  context: Context<Tx>,
  { _id: id, url, events, isOn, rollSecret }: WebhookEdit,
): Promise<{ webhook: Webhook; secret?: string }> {
  const { db, clock } = context
  const before = await getWebhook(context, id)
  const details = {
    url: url === undefined ? before.url : checkUrl(context, url),
    events: JSON.stringify(events ?? before.events),
  }
  const change = (work: () => Promise<unknown>) => audited(context, { kind: 'webhooks', id }, work)
  skipAudit(context)
  await change(() => updateDetails(db, { id, ...details }))
  if (isOn === true) await change(() => switchOn(db, { id }))
  if (isOn === false) await change(() => switchWebhookOff(context, id, 'by-admin'))
  const secret = rollSecret ? makeWebhookSecret() : undefined
  if (secret) await change(() => updateSecret(db, { id, secret, now: clock() }))
  return { webhook: await getWebhook(context, id), ...(secret && { secret }) }
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

/** Returns a URL that may be a receiver's. Its name is resolved only when connecting. */
function checkUrl({ settings }: Context, given: string): string {
  const url = new URL(given)
  const refuse = (refusal: Refused['refusal'], message: string) => {
    throw new Refused(refusal, { errors: { url: message } })
  }
  if (url.origin === settings.webhookTestOrigin) return url.href
  if (url.protocol !== 'https:') refuse(webhookRefusals.badUrl, webhookMessages.url)
  if (url.username !== '' || url.password !== '') {
    refuse(webhookRefusals.urlWithUserInfo, webhookMessages.userInfo)
  }
  if (!isPublicUrl(url) || isLocalName(url))
    refuse(webhookRefusals.privateUrl, webhookMessages.private)
  return url.href
}

/** Whether it is a name that no public DNS has: 'localhost', or one without a dot. */
function isLocalName({ hostname }: URL): boolean {
  const name = hostname.replace(/\.$/, '')
  return /(^|\.)(localhost|local|internal|lan)$/.test(name) || !/[.:]/.test(name)
}

function toWebhook(row: NonNullable<WebhookRow>): Webhook {
  const { type, tried_at, delivered_at, failed_at, off_at, off_reason, failing_since } = row
  const state = failed_at === null ? 'waiting' : 'failed'
  return {
    _id: row.id,
    url: row.url,
    events: parseTextList(row.events).map((event) => WebhookEvent.parse(event)),
    createdAt: toIsoInstant(row.created_at),
    off:
      off_at === null || off_reason === null
        ? null
        : { at: toIsoInstant(off_at), reason: off_reason },
    failingSince: failing_since === null ? null : toIsoInstant(failing_since),
    lastDelivery:
      type === null || tried_at === null
        ? null
        : {
            ...{ at: toIsoInstant(tried_at), event: type },
            state: delivered_at === null ? state : 'delivered',
          },
  }
}
