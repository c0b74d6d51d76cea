import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { secondMs } from '#contract/kit/time.ts'
import { readinessAsksPerMinute } from '#contract/limits.ts'
import { isOpen } from '#server/database/engines/postgres.ts'
import type { DatabaseWatch } from '#server/database/watch.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../limits/network.ts'
import { limitRate, refuseBeyond } from '../limits/rate-limit.ts'

const answersWithinMs = 2 * secondMs

/**
 * Answers /healthz while the process lives, and /readyz while its database answers, else 503. Both
 * are answered however busy the process is; /readyz asks one question of the database at a time,
 * however many ask, and answers a network so many times a minute (429).
 */
export function answerHealth(app: FastifyInstance, context: Context, watch: DatabaseWatch): void {
  const { db } = context
  const notLimited = { schema: { hide: true }, config: { rateLimit: false } }
  const limit = limitRate(context, readinessAsksPerMinute)
  let asking: Promise<boolean> | undefined

  app.get('/healthz', notLimited, async () => ({ status: 'alive' }))

  app.get('/readyz', notLimited, async (request, reply) => {
    refuseBeyond(limit, networkOf(request.ip))
    asking ??= answers().finally(() => {
      asking = undefined
    })
    if (!watch.isAway() && (await asking)) return { status: 'ready' }
    watch.suspect()
    return reply.status(503).send({ status: 'database does not answer' })
  })

  async function answers(): Promise<boolean> {
    return Promise.race([isOpen(db), wait(answersWithinMs, false, { ref: false })])
  }
}
