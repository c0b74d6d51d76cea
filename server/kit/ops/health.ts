import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { secondMs } from '#contract/kit/time/durations.ts'
import { readinessChecksPerMinute } from '#contract/limits/limits.ts'
import { canQuery } from '#server/database/engines/postgres.ts'
import type { DatabaseHealth } from '#server/database/health-check.ts'
import type { Context } from '../context.ts'
import { getNetwork } from '../limits/client-network.ts'
import { enforceRateLimit, makeRateLimiter } from '../limits/rate-limit.ts'
import { detectProxy } from '../settings/proxies.ts'
import { version } from './version.ts'

const answersWithinMs = 2 * secondMs

/**
 * Serves /healthz, which replies while the process lives and says how the request came through a
 * proxy, and /readyz, which is 503 unless the database answers. Both reply under any load. /readyz
 * runs one query at a time, however many ask, and is limited by network (429). A server that is
 * shutting down replies 503 at /readyz, and 404 at /in-rotation for load balancers.
 */
export function serveHealth(
  app: FastifyInstance,
  context: Context,
  watch: DatabaseHealth,
  leaving: AbortSignal | undefined,
): void {
  const notLimited = { schema: { hide: true }, config: { rateLimit: false } }
  const limit = makeRateLimiter(context, readinessChecksPerMinute)
  let asking: Promise<boolean> | undefined

  // Monitoring can check here whether the proxy is trusted.
  app.get('/healthz', notLimited, async (request) => {
    const proxy = detectProxy(request)
    return { status: 'alive', version, ...(proxy === 'none' ? {} : { proxy }) }
  })

  app.get('/in-rotation', notLimited, async (_request, reply) =>
    leaving?.aborted
      ? reply.status(404).send({ status: 'leaving' })
      : { status: 'in rotation', version },
  )

  app.get('/readyz', notLimited, async (request, reply) => {
    enforceRateLimit(limit, getNetwork(request.ip))
    if (leaving?.aborted) return reply.status(503).send({ status: 'leaving' })
    asking ??= answers().finally(() => {
      asking = undefined
    })
    if (!watch.isDown() && (await asking)) return { status: 'ready' }
    watch.checkSoon()
    return reply.status(503).send({ status: 'database does not answer' })
  })

  async function answers(): Promise<boolean> {
    return Promise.race([canQuery(context.db), wait(answersWithinMs, false, { ref: false })])
  }
}
