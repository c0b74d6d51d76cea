import { deadUrl, insertDelivery, insertWebhook } from '#test/webhooks/factories.ts'
import { type KnownCall, reachesEveryone } from '../describe-call.ts'
import type { RelatedPeople } from '../related-people.ts'

const getId = ({ review }: RelatedPeople) => `webhook-of-${review}`
const withWebhook: NonNullable<KnownCall['before']> = (app, of) =>
  insertWebhook(app, { id: getId(of), url: 'https://127.0.0.1/' })
const withDelivery: NonNullable<KnownCall['before']> = async (app, of) => {
  await withWebhook(app, of)
  await insertDelivery(app, getId(of), getId(of))
}

export const webhookCalls: [string, KnownCall][] = [
  ['GET /admin/webhooks', reachesEveryone()],
  [
    'POST /admin/webhooks',
    reachesEveryone(() => ({ body: { value: { url: deadUrl, events: ['review.booked'] } } })),
  ],
  [
    'PUT /admin/edit-webhook',
    {
      before: withWebhook,
      ...reachesEveryone((of) => ({
        body: {
          value: { _id: getId(of), events: ['slot.added'], isOn: false, rollSecret: true },
        },
      })),
    },
  ],
  [
    'PUT /admin/remove-webhook',
    { before: withWebhook, ...reachesEveryone((of) => ({ body: { value: { _id: getId(of) } } })) },
  ],
  [
    'GET /admin/webhook-deliveries',
    { before: withDelivery, ...reachesEveryone((of) => ({ query: { webhook: getId(of) } })) },
  ],
  [
    'PUT /admin/resend-delivery',
    { before: withDelivery, ...reachesEveryone((of) => ({ body: { value: { _id: getId(of) } } })) },
  ],
  [
    'PUT /admin/test-webhook',
    { before: withWebhook, ...reachesEveryone((of) => ({ body: { value: { _id: getId(of) } } })) },
  ],
]
