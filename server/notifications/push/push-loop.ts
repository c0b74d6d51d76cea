import type { FastifyInstance } from 'fastify'
import { secondMs } from '#contract/kit/time/durations.ts'
import type { Context } from '#server/kit/context.ts'
import { startInterval } from '#server/kit/interval.ts'
import { createPusher } from './pusher.ts'
import { readPrivateKey } from './subscriptions.ts'

/** Sends due pushes every second while the server runs. Call it before the app listens. */
export function startPushLoop(app: FastifyInstance, context: Context): void {
  const pusher = createPusher(context, app.log)
  startInterval(app, secondMs, pusher.deliver)
  app.addHook('onListen', async () => void (await readPrivateKey(context)))
  // The loop has been given time to finish by then.
  app.addHook('preClose', async () => pusher.close())
}
