import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { getErrorMessage } from '#contract/kit/text/text-schemas.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import { throttleLog } from './ops/log/throttled-log.ts'

/** How long the shutdown waits for work, as a lost database may never answer. */
const endsWithinMs = 2 * secondMs

/** One throttled log for all intervals: a problem such as a full disk affects them all. */
const errorLogs = new WeakMap<FastifyInstance['log'], (error: unknown) => void>()

function makeErrorLog({ log }: FastifyInstance): (error: unknown) => void {
  const known = errorLogs.get(log)
  const logError =
    known ??
    throttleLog((error, times) =>
      log.error({ err: error, ...(times > 0 && { times }) }, getErrorMessage(error)),
    )
  errorLogs.set(log, logError)
  return logError
}

/**
 * Runs `work` at an interval from when the server listens until it closes, never twice at once.
 * Errors are logged, throttled, and the work is tried again next time. Long work should check
 * `stopped`, as the shutdown waits for it. Returns a function that runs it at once.
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
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    // Hooks run one after another, so the server may be closing by now.
    if (stopping.signal.aborted) return
    timer = setInterval(() => {
      if (underWay.size === 0) void attemptNow()
    }, everyMs).unref()
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await Promise.race([Promise.all(underWay), wait(endsWithinMs, undefined, { ref: false })])
  })
  return attemptNow
}
