import type { WebhookOffReason } from '#contract/kit/kinds/webhook-off-reason.ts'
import { redactUrl } from '#contract/kit/text/redact-url.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import { deliveryErrors } from '#contract/webhooks/deliveries.ts'
import type { Tx } from '#server/database/transaction.ts'
import { audited, makeJobAuditSource } from '#server/kit/call/audit.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { notify } from '#server/notifications/actions.ts'
import { giveUpWaitingDeliveries } from './delivery-queries.ts'
import { readAdmins, readWebhook, switchOff } from './queries.ts'

/**
 * Switches a webhook off and gives up what waits for it; false if it was off already. The caller
 * records the change.
 */
export async function switchWebhookOff(
  { db, clock }: Context<Tx>,
  id: string,
  off_reason: WebhookOffReason,
): Promise<boolean> {
  const now = clock()
  const isOff = await switchOff(db, { id, off_at: now, off_reason })
  if (isOff)
    await giveUpWaitingDeliveries(db, { webhookId: id, now, error: deliveryErrors.switchedOff })
  return isOff
}

/**
 * Switches off a webhook whose receiver has failed, and tells all admins. `recordLastAttempt` runs
 * in the same transaction: once the event is given up, nothing else would switch the webhook off.
 */
export async function switchFailingWebhookOff(
  context: Context,
  id: string,
  reason: Exclude<WebhookOffReason, 'by-admin'>,
  recordLastAttempt: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const change = makeJobAuditSource('switch-off-webhook')
  await inTransactionThenNotify({ ...context, change }, async (tx) => {
    const webhook = await readWebhook(tx.db, { id })
    const isOff = await audited(tx, { kind: 'webhooks', id }, async () => {
      await recordLastAttempt(tx.db)
      return switchWebhookOff(tx, id, reason)
    })
    if (!isOff || !webhook) return
    const { host } = new URL(webhook.url)
    await notify(tx, {
      kind: 'webhook-off',
      dedupeKey: newId(),
      to: (await readAdmins(tx.db)).map((admin) => ({ _id: admin.id, role: 'admin' })),
      payload: () => ({
        host,
        address: redactUrl(webhook.url),
        reason,
        webhook: id,
        at: toIsoInstant(tx.clock()),
      }),
    })
  })
}
