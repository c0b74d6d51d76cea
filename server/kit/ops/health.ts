import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { secondMs } from '#contract/kit/time/time.ts'
import { readinessAsksPerMinute } from '#contract/limits.ts'
import { ping } from '#server/database/engines/postgres.ts'
import type { DatabaseHealth } from '#server/database/health-check.ts'
import type { Context } from '../context.ts'
import { getNetwork } from '../limits/network.ts'
import { enforceRateLimit, makeRateLimiter } from '../limits/rate-limit.ts'
import { detectProxy } from '../settings/proxies.ts'
import { version } from './version.ts'

const answersWithinMs = 2 * secondMs

/**
 * Answers /healthz while the process lives, with how it was reached through a proxy, and /readyz
 * while its database answers, else 503. Both are answered however busy the process is; /readyz asks
 * one question of the database at a time, however many ask, and answers a network so many times a
 * minute (429). A server that is `leaving` says so at /readyz (503), and by 404 at /in-rotation,
 * which load balancers ask.
 */
export function serveHealth(
  app: FastifyInstance,
  context: Context,
  watch: DatabaseHealth,
  leaving: AbortSignal | undefined,
): void {
  const { db } = context
  const notLimited = { schema: { hide: true }, config: { rateLimit: false } }
  const limit = makeRateLimiter(context, readinessAsksPerMinute)
  let asking: Promise<boolean> | undefined

  // Whoever comes through a proxy can see whether it is believed: what looks after the server asks.
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
    return Promise.race([ping(db), wait(answersWithinMs, false, { ref: false })])
  }
}
