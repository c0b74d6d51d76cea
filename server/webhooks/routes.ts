import type { FastifyInstance } from 'fastify'
import { manualWebhookSendsPerMinute } from '#contract/limits/webhooks.ts'
import {
  listDeliveries,
  manualDeliveryMessages,
  resendDelivery,
  testWebhook,
} from '#contract/webhooks/deliveries.ts'
import {
  addWebhook,
  editWebhook,
  listWebhooks,
  removeWebhook,
  type WebhookEdit,
  webhookMessages,
} from '#contract/webhooks/webhooks.ts'
import { serve, serveList, serveWithPreparation } from '#server/kit/call/serve.ts'
import { isTokenAbleTo } from '#server/kit/call/session/refuse-out-of-scope.ts'
import type { Context } from '#server/kit/context.ts'
import { enforceRateLimit, makeRateLimiter } from '#server/kit/limits/rate-limit.ts'
import { checkAddress } from './check-address.ts'
import * as webhooks from './manage.ts'
import * as deliveries from './manage-deliveries.ts'
import { createWebhookTransport } from './sending/send.ts'

export function webhookRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listWebhooks, ({ context, session, query }) =>
    webhooks.listWebhooks(context, query, { isShort: !isTokenAbleTo(session, 'manage webhooks') }),
  )

  serveWithPreparation(
    app,
    context,
    addWebhook,
    ({ context, body }) => checkAddress(context, body.value.url),
    async ({ context, body }, address) => ({
      message: webhookMessages.added,
      ...(await webhooks.addWebhook(context, address, body.value.events)),
    }),
  )

  serveWithPreparation(
    app,
    context,
    editWebhook,
    async ({ context, body: { value } }) =>
      value.url === undefined ? undefined : checkAddress(context, value.url),
    async ({ context, body }, address) => ({
      message: getEditedMessage(body.value),
      ...(await webhooks.editWebhook(context, body.value, address)),
    }),
  )

  serve(app, context, removeWebhook, async ({ context, body }) => {
    await webhooks.removeWebhook(context, body.value._id)
    return { message: webhookMessages.removed }
  })

  serveList(app, context, listDeliveries, ({ context, query }) =>
    deliveries.listDeliveries(context, query),
  )

  const transport = createWebhookTransport(context)
  const closing = new AbortController()
  app.addHook('preClose', async () => {
    closing.abort()
    transport.close()
  })
  const limit = makeRateLimiter(context, manualWebhookSendsPerMinute)
  const sender = { transport, closed: closing.signal, log: app.log }
  const showSent = async (context: Context, id: string) => {
    const delivery = await deliveries.getDelivery(context, id)
    return {
      message: manualDeliveryMessages[delivery.isBlocked ? 'blocked' : delivery.state],
      delivery,
    }
  }
  // The first step waits for the receiver, which must not happen in a transaction.
  serveWithPreparation(
    app,
    context,
    resendDelivery,
    ({ context, session, body }) => {
      enforceRateLimit(limit, session.personId)
      return deliveries.resend({ ...sender, context }, body.value._id)
    },
    ({ context }, id) => showSent(context, id),
  )

  serveWithPreparation(
    app,
    context,
    testWebhook,
    ({ context, session, body }) => {
      enforceRateLimit(limit, session.personId)
      return deliveries.sendTest({ ...sender, context }, body.value._id)
    },
    ({ context }, id) => showSent(context, id),
  )
}

function getEditedMessage({ url, events, isOn, rollSecret }: WebhookEdit): string {
  if (rollSecret) return webhookMessages.rolled
  if (isOn === undefined || url !== undefined || events !== undefined) return webhookMessages.saved
  return isOn ? webhookMessages.switchedOn : webhookMessages.switchedOff
}
