import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Live } from './live.ts'
import type { Settings } from './settings.ts'

/** What every action works with. Inside a transaction `db` is the transaction. */
export type Context = {
  db: Db
  clock: Clock
  /** The open pages; to be told after the commit, never inside of a transaction. */
  live: Live
  settings: Pick<
    Settings,
    'appUrl' | 'timeZone' | 'rateLimit' | 'trustProxy' | 'demo' | 'iceServers' | 'turn'
  >
}

/** Runs `work` in one transaction: all of it stands afterwards, or nothing. */
export function inTransaction<T>(
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return context.db.transaction().execute((db) => work({ ...context, db }))
}
