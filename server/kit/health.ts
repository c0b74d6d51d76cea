import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from './context.ts'

/** Answers /healthz while the process lives, and /readyz while its database answers, else 503. */
export function answerHealth(app: FastifyInstance, { db }: Context): void {
  const notLimited = { schema: { hide: true }, config: { rateLimit: false } }

  app.get('/healthz', notLimited, async () => ({ status: 'alive' }))

  app.get('/readyz', notLimited, async (_request, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch {
      return reply.status(503).send({ status: 'database does not answer' })
    }
  })
}
