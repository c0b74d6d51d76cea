import { expect, onTestFinished } from 'vitest'
import {
  getPushKey,
  type PushSubscriptionInput,
  subscribePush,
} from '#contract/notifications/delivery/push.ts'
import type { Role } from '#contract/roles.ts'
import type { Context } from '#server/kit/context.ts'
import { createPusher } from '#server/notifications/push/pusher.ts'
import { startBookedSchool } from '../schools/booked.ts'
import { startPushService } from './push-service.ts'

/** A booked review with notifications, and a push service for its people's browsers. */
export async function startPushScenario() {
  const booked = await startBookedSchool()
  const { app } = booked
  const service = await startPushService()
  onTestFinished(service.stop)
  app.context.settings = { ...app.context.settings, pushTestOrigin: service.origin }
  const warnings: unknown[] = []

  /** Sends due push messages, like a process with this context. */
  async function deliver(context: Context = app.context): Promise<void> {
    const pusher = createPusher(context, { warn: (about: unknown) => void warnings.push(about) })
    await pusher.deliver(new AbortController().signal)
    pusher.close()
  }

  const put = (role: Role, token: string, value: PushSubscriptionInput) =>
    app.call(subscribePush[role], { token, body: { value } })

  /** Turns on push for a signed-in person's browser. */
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

  // Earlier notifications had no browser to go to.
  await deliver()
  return { ...booked, service, warnings, deliver, put, subscribe, countOf }
}
