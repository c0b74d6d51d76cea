import type { FastifyInstance } from 'fastify'
import { endLock, listLocks, lockEnded } from '#contract/accounts/locks.ts'
import { serve, serveList } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as locks from './actions.ts'

export function lockRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listLocks, ({ context, query }) => locks.listLocks(context, query))

  serve(app, context, endLock, async ({ context, body }) => {
    await locks.endLock(context, body.id)
    return { message: lockEnded }
  })
}
