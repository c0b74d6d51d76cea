import { z } from 'zod'
import { defineEndpoint, defineListEndpoint } from '../kit/endpoint.ts'
import { webhookOffReasons } from '../kit/kinds/webhook-off-reason.ts'
import { defineRefusal } from '../kit/refusal.ts'
import { tooLongMessage } from '../kit/text/text-schemas.ts'
import { webhooksMax, webhookUrlMaxLength } from '../limits/webhooks.ts'
import { WebhookEvent, webhookEvents } from './events.ts'

/** waiting: for its first or next attempt. failed: given up. */
const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>

export const Webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  /** All times here are ISO instants. */
  createdAt: z.string(),
  /**
   * Whoever added it, and the name of their API token if it was one; null if it is not known any
   * more.
   */
  addedBy: z.object({ _id: z.string(), name: z.string(), token: z.string().nullable() }).nullable(),
  /** Since when it is off, and why; null while it is on. */
  off: z.object({ at: z.string(), reason: z.enum(webhookOffReasons) }).nullable(),
  /** Since when an event has been tried in vain; null if none waits for another attempt. */
  failingSince: z.string().nullable(),
  /** The last attempt; null before the first one. */
  lastDelivery: z.object({ at: z.string(), event: z.string(), state: DeliveryState }).nullable(),
})
export type Webhook = z.infer<typeof Webhook>

export const webhookMessages = {
  url: 'Please enter an https:// address',
  private: 'Please enter a public address',
  userInfo: 'Please leave out the user name and password',
  events: 'Please choose at least one event',
  added: 'Webhook added.',
  saved: 'Webhook saved.',
  switchedOn: 'Webhook turned on.',
  switchedOff: 'Webhook turned off.',
  rolled: 'New secret created. The old one also signs for a day.',
  removed: 'Webhook removed.',
}

export const webhookRefusals = {
  unknown: defineRefusal(404, 'This webhook does not exist'),
  badUrl: defineRefusal(400, webhookMessages.url),
  privateUrl: defineRefusal(400, webhookMessages.private),
  passwordUrl: defineRefusal(400, webhookMessages.userInfo),
  tooMany: defineRefusal(409, `A school has at most ${webhooksMax} webhooks`),
}

const { badUrl, privateUrl, passwordUrl } = webhookRefusals
const urlRefusals = [badUrl, privateUrl, passwordUrl]

/** Whether it is `https:` and public, the server checks. */
const WebhookUrl = z
  .string({ error: webhookMessages.url })
  .trim()
  .max(webhookUrlMaxLength, tooLongMessage)
  .pipe(z.url({ protocol: /^https?$/, error: webhookMessages.url }))

const Events = z
  .array(WebhookEvent, { error: webhookMessages.events })
  .min(1, webhookMessages.events)
  .max(webhookEvents.length, tooLongMessage)
  .transform((events) => [...new Set(events)])

export const NewWebhook = z.object({ url: WebhookUrl, events: Events })
export type NewWebhook = z.output<typeof NewWebhook>

export const webhookId = z.string().max(100)

const Reply = z.object({ message: z.string(), webhook: Webhook })
/** Why nothing can be sent to the address now; it is saved all the same. */
const warning = z.string().optional()
/** Signs what is sent. Shown in this reply alone. */
const secret = z.string()

export const listWebhooks = defineListEndpoint({
  role: 'admin',
  may: 'manage webhooks',
  path: '/webhooks',
  summary: 'Lists the webhooks, oldest first',
  item: Webhook,
})

export const addWebhook = defineEndpoint({
  role: 'admin',
  may: 'manage webhooks',
  method: 'POST',
  path: '/webhooks',
  summary: 'Adds a webhook, which is sent these events from now on (Standard Webhooks)',
  body: z.object({ value: NewWebhook }),
  reply: Reply.extend({ secret, warning }),
  refuses: [...urlRefusals, webhookRefusals.tooMany],
})

/** What is not given stays. */
export const WebhookEdit = z.object({
  _id: webhookId,
  url: WebhookUrl.optional(),
  events: Events.optional(),
  isOn: z.boolean().optional(),
  rollSecret: z.boolean().optional(),
})
export type WebhookEdit = z.output<typeof WebhookEdit>

export const editWebhook = defineEndpoint({
  role: 'admin',
  may: 'manage webhooks',
  method: 'PUT',
  path: '/edit-webhook',
  summary:
    'Changes a webhook, turns it on or off, or creates a new secret. While it is off, nothing is sent or stored for it',
  body: z.object({ value: WebhookEdit }),
  reply: Reply.extend({ secret: secret.optional(), warning }),
  refuses: [webhookRefusals.unknown, ...urlRefusals],
})

export const removeWebhook = defineEndpoint({
  role: 'admin',
  may: 'manage webhooks',
  method: 'PUT',
  path: '/remove-webhook',
  summary: 'Removes a webhook and its log. Waiting events are no longer sent',
  body: z.object({ value: z.object({ _id: webhookId }) }),
  reply: z.object({ message: z.string() }),
  refuses: [webhookRefusals.unknown],
})
