import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { secondMs } from '#contract/kit/time/durations.ts'
import type { Db } from './connect.ts'
import { destroyConnections, isDatabaseAvailable } from './engines/postgres.ts'

export type DatabaseHealth = {
  /** Checks at once; to be called when a query could not reach the database. */
  checkSoon: () => void
  isDown: () => boolean
  stop: () => void
}

/** A database that hangs causes no error, so it is checked regularly. */
const checkAtMostEveryMs = 3 * secondMs
const tryEveryMs = secondMs / 2

/**
 * Checks the database every three seconds, and after each `checkSoon`. While it is down, calls are
 * refused at once, so that none waits for a connection that has gone silent.
 */
export function startHealthCheck(context: { db: Db }, log: FastifyBaseLogger): DatabaseHealth {
  const stopping = new AbortController()
  let isDown = false
  let isWatching = false

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted && !(await isDatabaseAvailable(context.db))) {
      if (!isDown) log.error('the database does not answer')
      isDown = true
      destroyConnections(context.db)
      await wait(tryEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    if (isDown) log.info('the database answers again')
    isDown = false
  }

  function checkSoon(): void {
    if (isWatching) return
    isWatching = true
    watch().finally(() => {
      isWatching = false
    })
  }

  const suspecting = setInterval(checkSoon, checkAtMostEveryMs)
  return {
    checkSoon,
    isDown: () => isDown,
    stop() {
      clearInterval(suspecting)
      stopping.abort()
    },
  }
}
