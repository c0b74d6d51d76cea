import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { secondMs } from '#contract/kit/time/time.ts'
import { destroyConnections, isDatabaseAvailable } from './engines/postgres.ts'
import type { Db } from './open.ts'

export type DatabaseHealth = {
  /** To be told when a query has failed because the database could not be reached. */
  checkSoon: () => void
  isDown: () => boolean
  stop: () => void
}

/** One that hangs gives no error by itself: it is suspected now and then. */
const checkAtMostEveryMs = 3 * secondMs
const tryEveryMs = secondMs / 2

/**
 * Watches a database under suspicion until it answers again. In the meantime calls are refused at
 * once: none waits for a database that is not there, nor for a connection that has gone silent.
 */
export function startHealthCheck(db: Db, log: FastifyBaseLogger): DatabaseHealth {
  const stopping = new AbortController()
  let isDown = false
  let isWatching = false

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted && !(await isDatabaseAvailable(db))) {
      if (!isDown) log.error('the database does not answer')
      isDown = true
      destroyConnections(db)
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
