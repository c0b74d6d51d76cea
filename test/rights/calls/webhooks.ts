import { deadUrl, insertDelivery, insertWebhook } from '#test/webhooks/factories.ts'
import type { Circle } from '../circle.ts'
import { everyone, type KnownCall } from '../describe-call.ts'

const getId = ({ review }: Circle) => `webhook-of-${review}`
const withWebhook: NonNullable<KnownCall['before']> = (app, of) =>
  insertWebhook(app, { id: getId(of), url: 'https://127.0.0.1/' })
const withDelivery: NonNullable<KnownCall['before']> = async (app, of) => {
  await withWebhook(app, of)
  await insertDelivery(app, getId(of), getId(of))
}

export const webhookCalls: [string, KnownCall][] = [
  ['GET /admin/webhooks', everyone()],
  [
    'POST /admin/webhooks',
    everyone(() => ({ body: { value: { url: deadUrl, events: ['review.booked'] } } })),
  ],
  [
    'PUT /admin/edit-webhook',
    {
      before: withWebhook,
      ...everyone((of) => ({
        body: {
          value: { _id: getId(of), events: ['slot.added'], isOn: false, rollSecret: true },
        },
      })),
    },
  ],
  [
    'PUT /admin/remove-webhook',
    { before: withWebhook, ...everyone((of) => ({ body: { value: { _id: getId(of) } } })) },
  ],
  [
    'GET /admin/webhook-deliveries',
    { before: withDelivery, ...everyone((of) => ({ query: { webhook: getId(of) } })) },
  ],
  [
    'PUT /admin/resend-delivery',
    { before: withDelivery, ...everyone((of) => ({ body: { value: { _id: getId(of) } } })) },
  ],
  [
    'PUT /admin/test-webhook',
    { before: withWebhook, ...everyone((of) => ({ body: { value: { _id: getId(of) } } })) },
  ],
]
