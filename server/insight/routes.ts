import type { FastifyInstance } from 'fastify'
import { getInsight } from '#contract/insight.ts'
import { serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import * as insight from './actions.ts'

export function insightRoutes(app: FastifyInstance, context: Context): void {
  serveRead(app, context, getInsight, ({ context, query }) => insight.getInsight(context, query))
}
