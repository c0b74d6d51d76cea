import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { secondMs } from '#contract/kit/time/durations.ts'
import type { Context } from '#server/kit/context.ts'
import { startInterval } from '#server/kit/interval.ts'
import { createDeliverer } from './deliverer.ts'

/** How long the shutdown waits for receivers. */
const endsWithinMs = 2 * secondMs

/** Sends due events every second while the server runs. Call it before the app listens. */
export function startWebhookLoop(app: FastifyInstance, context: Context): void {
  const deliverer = createDeliverer(context, app.log)
  startInterval(app, secondMs, deliverer.deliver)
  app.addHook('preClose', async () => {
    await Promise.race([deliverer.finish(), wait(endsWithinMs, undefined, { ref: false })])
    deliverer.close()
  })
}
