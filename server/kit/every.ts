import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { secondMs } from '#contract/kit/time.ts'

/** A database that is away may never answer: the end of the server waits no longer. */
const endsWithinMs = 2 * secondMs

/**
 * Does some work again and again while the server runs, by itself never twice at a time; what fails
 * is logged, and comes again the next time. Work that is long looks whether it is `stopped`: the end
 * of the server waits for it. Returns how to do it at once.
 */
export function every(
  app: FastifyInstance,
  everyMs: number,
  work: (stopped: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const attempt = async () => {
    try {
      await work(stopping.signal)
    } catch (error) {
      app.log.error(error)
    }
  }
  const attemptNow = () => {
    const done = attempt().finally(() => underWay.delete(done))
    underWay.add(done)
    return done
  }
  const timer = setInterval(() => {
    if (underWay.size === 0) void attemptNow()
  }, everyMs).unref()
  app.addHook('preClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await Promise.race([Promise.all(underWay), wait(endsWithinMs, undefined, { ref: false })])
  })
  return attemptNow
}
