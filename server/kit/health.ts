import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { secondMs } from './clock.ts'
import type { Context } from './context.ts'
import type { DatabaseWatch } from './database-watch.ts'

const answersWithinMs = 2 * secondMs

/**
 * Answers /healthz while the process lives, and /readyz while its database answers, else 503. Both
 * are answered however busy the process is.
 */
export function answerHealth(app: FastifyInstance, { db }: Context, watch: DatabaseWatch): void {
  const notLimited = { schema: { hide: true }, config: { rateLimit: false } }

  app.get('/healthz', notLimited, async () => ({ status: 'alive' }))

  app.get('/readyz', notLimited, async (_request, reply) => {
    if (!watch.isAway() && (await answers())) return { status: 'ready' }
    watch.suspect()
    return reply.status(503).send({ status: 'database does not answer' })
  })

  async function answers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), answersWithinMs)
    })
    const asked = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    try {
      return await Promise.race([asked, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
