import type { FastifyInstance } from 'fastify'
import { listTrail } from '#contract/trail.ts'
import { serveList } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as trail from './actions.ts'

export function trailRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listTrail, ({ context, query }) => trail.listTrail(context, query))
}
