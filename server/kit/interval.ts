import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { getMessage } from '#contract/kit/text/text.ts'
import { secondMs } from '#contract/kit/time/time.ts'
import { throttleLog } from './ops/log/throttled-log.ts'

/** A database that is away may never answer: the end of the server waits no longer. */
const endsWithinMs = 2 * secondMs

/** One for all work of a server: what hurts one, such as a full disk, hurts the others alike. */
const errorLogs = new WeakMap<FastifyInstance['log'], (error: unknown) => void>()

function makeErrorLog({ log }: FastifyInstance): (error: unknown) => void {
  const known = errorLogs.get(log)
  const logError =
    known ??
    throttleLog((error, times) =>
      log.error({ err: error, ...(times > 0 && { times }) }, getMessage(error)),
    )
  errorLogs.set(log, logError)
  return logError
}

/**
 * Does some work again and again while the server runs, by itself never twice at a time; what fails
 * is logged, seldom where it fails alike each time, and comes again the next time. Work that is long looks whether it is `stopped`: the end
 * of the server waits for it. Returns how to do it at once.
 */
export function startInterval(
  app: FastifyInstance,
  everyMs: number,
  work: (stopped: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const logError = makeErrorLog(app)
  const attempt = async () => {
    try {
      await work(stopping.signal)
    } catch (error) {
      logError(error)
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
