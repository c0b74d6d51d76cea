import type { FastifyInstance } from 'fastify'
import { endLockout, listLockouts, lockoutEndedMessage } from '#contract/accounts/lockouts.ts'
import { serve, serveList } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as lockouts from './actions.ts'

export function lockoutRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listLockouts, ({ context, query }) =>
    lockouts.listLockouts(context, query),
  )

  serve(app, context, endLockout, async ({ context, body }) => {
    await lockouts.endLockout(context, body.id)
    return { message: lockoutEndedMessage }
  })
}
