import { z } from 'zod'
import { webhookOffReasons } from '../kit/kinds/webhook-off-reason.ts'
import { linkedPagePaths } from '../kit/linked-page-paths.ts'
import { formatCount } from '../kit/text/plural.ts'
import { webhookRetryDays } from '../limits/webhooks.ts'

const WebhookOff = z.object({
  host: z.string(),
  /** Host and path; undefined in older notifications. */
  address: z.string().optional(),
  reason: z.enum(webhookOffReasons),
  webhook: z.string(),
  at: z.string(),
})
type WebhookOff = z.output<typeof WebhookOff>

/** Why it was switched off. */
const reasons = {
  failing: `an event could not be delivered for ${formatCount(webhookRetryDays, 'day', 'days')}`,
  gone: 'its receiver responded with 410 Gone',
  'by-admin': 'an admin turned it off',
}

export const webhookOffNotification = {
  label: 'A webhook is turned off',
  button: 'Open the webhooks',
  to: ['admin'] as const,
  mail: 'batched' as const,
  schema: WebhookOff,
  path: () => linkedPagePaths.webhooks,
  subject: ({ host, address = host }: WebhookOff) => `The webhook to ${address} was turned off`,
  text: ({ host, address = host, reason }: WebhookOff) =>
    `The webhook to ${address} was turned off: ${reasons[reason]}. New events are not sent. Check the receiver, then turn the webhook on again.`,
}
