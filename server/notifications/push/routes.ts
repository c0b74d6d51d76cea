import type { FastifyInstance } from 'fastify'
import {
  getPushKey,
  pushMessages,
  subscribePush,
  unsubscribePush,
} from '#contract/notifications/delivery/push.ts'
import { abilities } from '#contract/roles.ts'
import { serve, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as subscriptions from './subscriptions.ts'

export function pushRoutes(app: FastifyInstance, context: Context): void {
  for (const role of abilities['be told']) {
    serveRead(app, context, getPushKey[role], ({ context, session }) =>
      subscriptions.getPushKey(context, session),
    )

    serve(app, context, subscribePush[role], async ({ context, session, body }) => {
      await subscriptions.subscribe(context, session, body.value)
      return { message: pushMessages.begun }
    })

    serve(app, context, unsubscribePush[role], async ({ context, session }) => {
      await subscriptions.unsubscribe(context, session)
      return { message: pushMessages.ended }
    })
  }
}
