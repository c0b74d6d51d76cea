import { z } from 'zod'
import { webhookOffReasons } from '../kit/kinds/webhook-off-reason.ts'
import { pagePaths } from '../kit/page-paths.ts'
import { formatCount } from '../kit/text/plural.ts'
import { webhookRetryDays } from './limits.ts'

const WebhookOff = z.object({
  host: z.string(),
  reason: z.enum(webhookOffReasons),
  webhook: z.string(),
  at: z.string(),
})
type WebhookOff = z.output<typeof WebhookOff>

/** What the receiver did. */
const reasons = {
  failing: `it has not taken an event for ${formatCount(webhookRetryDays, 'day', 'days')}`,
  gone: 'it answered that it is gone',
  'by-admin': 'an admin switched it off',
}

export const webhookOffNotification = {
  label: 'A webhook is switched off',
  button: 'Open the webhooks',
  to: ['admin'] as const,
  mail: 'batched' as const,
  schema: WebhookOff,
  path: () => pagePaths.webhooks,
  subject: ({ host }: WebhookOff) => `The webhook to ${host} was switched off`,
  text: ({ host, reason }: WebhookOff) =>
    `The webhook to ${host} was switched off: ${reasons[reason]}. Events from now on are not sent. Check the receiver, then switch it on again.`,
}
