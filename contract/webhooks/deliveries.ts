import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { manualWebhookSendTimeoutMs } from '../limits/webhooks.ts'
import { DeliveryState, webhookId, webhookRefusals } from './webhooks.ts'

/** An event that was sent to a webhook, or waits to be. */
export const Delivery = z.object({
  _id: z.string(),
  webhook: z.string(),
  /** The `webhook-id`, by which the receiver knows a repetition. */
  eventId: z.string(),
  event: z.string(),
  state: DeliveryState,
  /** When it was to be sent. All times here are ISO instants. */
  at: z.string(),
  /** Sent again by hand. */
  isResend: z.boolean(),
  /** It waits until an earlier event of the same review, person or slot was accepted. */
  isBlocked: z.boolean(),
  tries: z.number(),
  lastTryAt: z.string().nullable(),
  /** Null unless it waits. */
  nextTryAt: z.string().nullable(),
  /** How long the last attempt took, in ms. */
  ms: z.number().nullable(),
  /** The headers are those of the last attempt; none before the first one. */
  request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }),
  /** The beginning of the last answer; null if there was none. */
  answer: z.object({ status: z.number(), text: z.string() }).nullable(),
  /** Why the last attempt did not count, or why there is none any more. */
  error: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const deliveryRefusals = {
  unknown: defineRefusal(404, 'This delivery does not exist'),
  webhookOff: defineRefusal(409, 'The webhook is off. Turn it on first'),
}

/**
 * The message for what was sent by hand, by its state at the time of the reply. A blocked one was
 * not sent.
 */
export const manualDeliveryMessages = {
  delivered: 'Delivered.',
  failed: 'The receiver did not accept it.',
  waiting: 'It is on its way.',
  blocked: 'It is waiting for an earlier event.',
}

/** Why a delivery failed, in plain words. */
export const deliveryErrors = {
  switchedOff: 'The webhook was turned off',
  redirect: 'Redirects are not followed',
  timeout: 'No response within 10 seconds',
  notTaken: (status: number) => `Responded with ${status}`,
}

export const listDeliveries = defineListEndpoint({
  role: 'admin',
  may: 'manage webhooks',
  path: '/webhook-deliveries',
  summary: 'Lists what was sent to a webhook, with each response, newest first',
  query: { webhook: webhookId, state: DeliveryState.optional() },
  item: Delivery,
  refuses: [webhookRefusals.unknown],
})

const Reply = z.object({ message: z.string(), delivery: Delivery })

export const resendDelivery = defineEndpoint({
  role: 'admin',
  may: 'manage webhooks',
  method: 'PUT',
  path: '/resend-delivery',
  timeoutMs: manualWebhookSendTimeoutMs,
  summary:
    'Sends an event again, with the same id, and returns the result. A waiting event becomes due at once',
  body: z.object({ value: z.object({ _id: z.string().max(100) }) }),
  reply: Reply,
  refuses: [deliveryRefusals.unknown, deliveryRefusals.webhookOff],
})

export const testWebhook = defineEndpoint({
  role: 'admin',
  may: 'manage webhooks',
  method: 'PUT',
  path: '/test-webhook',
  timeoutMs: manualWebhookSendTimeoutMs,
  summary: 'Sends a test event to a webhook, also to one that is off, and returns the result',
  body: z.object({ value: z.object({ _id: webhookId }) }),
  reply: Reply,
  refuses: [webhookRefusals.unknown],
})
