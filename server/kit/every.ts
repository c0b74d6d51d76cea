import type { FastifyInstance } from 'fastify'

/**
 * Does some work again and again while the server runs, never twice at a time; what fails is logged,
 * and comes again the next time. Work that is long looks whether it is `stopped`: the end of the
 * server waits for it. Returns how to do it at once.
 */
export function every(
  app: FastifyInstance,
  everyMs: number,
  work: (stopped: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController()
  let underWay: Promise<void> | undefined
  const attempt = async () => {
    try {
      await work(stopping.signal)
    } catch (error) {
      app.log.error(error)
    }
  }
  const attemptAlone = () => {
    underWay ??= attempt().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const timer = setInterval(attemptAlone, everyMs).unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await underWay
  })
  return attemptAlone
}
