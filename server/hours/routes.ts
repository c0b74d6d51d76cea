import type { FastifyInstance } from 'fastify'
import { listHours } from '#contract/hours.ts'
import { serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as hours from './actions.ts'

export function hourRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, listHours.admin, ({ context, query }) =>
    hours.listAllHours(context, query),
  )

  serveRead(app, context, listHours.reviewer, ({ context, session, query }) =>
    hours.listAllHours(context, { ...query, reviewerId: session.personId }),
  )
}
