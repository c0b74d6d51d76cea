import type { FastifyInstance } from 'fastify'

/**
 * Does some work again and again while the server runs; what fails is logged, and comes again the
 * next time. Returns how to do it at once.
 */
export function every(
  app: FastifyInstance,
  everyMs: number,
  work: () => Promise<unknown>,
): () => Promise<void> {
  const attempt = async () => {
    try {
      await work()
    } catch (error) {
      app.log.error(error)
    }
  }
  const timer = setInterval(attempt, everyMs).unref()
  app.addHook('preClose', async () => clearInterval(timer))
  return attempt
}
