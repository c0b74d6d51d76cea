import type { FastifyInstance } from 'fastify'
import { getHealth } from '#contract/health.ts'
import { healthLooksPerMinute } from '#contract/limits/health.ts'
import { serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { limitRate, refuseBeyond } from '#server/kit/limits/rate-limit.ts'
import { proxyHeard } from '#server/kit/settings/proxies.ts'
import { checkHealth } from './actions.ts'

export function healthRoutes(app: FastifyInstance, context: Context): void {
  const limit = limitRate(context, healthLooksPerMinute)
  const look = checkHealth(context)
  serveRead(app, context, getHealth, ({ session, request }) => {
    refuseBeyond(limit, session.personId)
    return look(proxyHeard(request))
  })
}
