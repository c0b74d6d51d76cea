import { expect, onTestFinished } from 'vitest'
import { listDeliveries } from '#contract/webhooks/deliveries.ts'
import { type WebhookEvent, webhookEvents } from '#contract/webhooks/events.ts'
import { addWebhook, listWebhooks } from '#contract/webhooks/webhooks.ts'
import type { Context } from '#server/kit/context.ts'
import { createDeliverer } from '#server/webhooks/deliverer.ts'
import { openSession } from '../accounts/session.ts'
import { startBookedSchool } from '../schools/booked.ts'
import { startReceiver } from './receiver.ts'

/** A booked review, a receiver, and calls for its webhook. */
export async function startSchoolWithWebhook() {
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  const booked = await startBookedSchool({ webhookTestOrigin: receiver.origin })
  const { app, admin } = booked
  const { token } = admin
  const warnings: unknown[] = []
  const log = {
    warn: (about: unknown) => void warnings.push(about),
    error(about: unknown) {
      throw about
    },
  }

  /** Adds a webhook to the receiver. */
  async function hook(events: WebhookEvent[] = webhookEvents) {
    const body = { value: { url: receiver.url, events } }
    const { status, body: added } = await app.call(addWebhook, { token, body })
    expect(status).toBe(200)
    return { id: added.webhook._id, secret: added.secret }
  }

  /** Sends what is due, like a process with this context. */
  async function deliver(context: Context = app.context): Promise<void> {
    const deliverer = createDeliverer(context, log)
    await deliverer.deliver()
    await deliverer.finish()
    deliverer.close()
  }

  // With a session of now, as some tests wait for days.
  const signIn = async () => ({ token: await openSession(app.context, admin._id) })
  const deliveries = async (webhook: string) =>
    (await app.call(listDeliveries, { ...(await signIn()), query: { webhook } })).body
  const webhooks = async () =>
    (await app.call(listWebhooks, { ...(await signIn()), query: {} })).body
  /** The received events, as type and review, person or slot. */
  const arrived = () =>
    receiver.received.map(({ event }) => [event.type, event.data._id].map(String).join(' '))
  return { ...booked, token, receiver, warnings, hook, deliver, deliveries, webhooks, arrived }
}
