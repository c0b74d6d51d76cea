import { expect, onTestFinished } from 'vitest'
import {
  getPushKey,
  type PushSubscriptionInput,
  subscribePush,
} from '#contract/notifications/delivery/push.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import { createPusher } from '#server/notifications/push/pusher.ts'
import { startBooked } from '../schools/booked.ts'
import { startPushService } from './push-service.ts'

/** A booked review whose people were told of it, and a push service in which their browsers are. */
export async function startPushed() {
  const booked = await startBooked()
  const { app } = booked
  const service = await startPushService()
  onTestFinished(service.stop)
  app.context.settings = { ...app.context.settings, pushTestOrigin: service.origin }
  const warnings: unknown[] = []

  /** Pushes what is due, as a process with this context does. */
  async function deliver(context: Context = app.context): Promise<void> {
    const pusher = createPusher(context, { warn: (about: unknown) => void warnings.push(about) })
    await pusher.deliver(new AbortController().signal)
    pusher.close()
  }

  const put = (role: Role, token: string, value: PushSubscriptionInput) =>
    app.call(subscribePush[role], { token, body: { value } })

  /** Switches notices on in a browser of somebody who is signed in there. */
  async function subscribe(
    role: Role,
    token: string,
    browser: string,
  ): Promise<PushSubscriptionInput> {
    const { key } = (await app.call(getPushKey[role], { token })).body
    const subscription = service.subscribe(browser, key)
    const { status } = await put(role, token, subscription)
    expect(status).toBe(200)
    return subscription
  }

  const countOf = async (table: 'push_subscriptions' | 'pushes') =>
    (await app.context.db.selectFrom(table).selectAll().execute()).length

  // What they were told of before had no browser to go to.
  await deliver()
  return { ...booked, service, warnings, deliver, put, subscribe, countOf }
}
