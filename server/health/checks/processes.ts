import { sql } from 'kysely'
import { isPostgres } from '#server/database/connect.ts'
import { socketsApplicationName } from '#server/kit/live/processes.ts'
import { type CheckFunction, requireDatabase, toPassedFinding } from '../check.ts'

/**
 * How many servers use this database. With several, all requests of a long-polling socket must
 * reach the same one.
 */
export const checkProcesses: CheckFunction = async (looking) => {
  const { db } = requireDatabase(looking)
  if (!isPostgres(db)) {
    return toPassedFinding('The embedded database runs in one process.')
  }
  const { rows } = await sql<{ count: number }>`
    select count(distinct application_name)::int as count from pg_stat_activity
    where datname = current_database() and application_name like ${`${socketsApplicationName} %`}`.execute(
    db,
  )
  const count = rows[0]?.count ?? 0
  if (count === 0) return toPassedFinding('No server is running on this database.')
  if (count === 1) return toPassedFinding('One server is running on this database.')
  // Whether the proxy has sticky sessions cannot be checked from here.
  return toPassedFinding(
    `${count} servers are running on this database. Older clients that use long polling need a proxy with sticky sessions, such as those in deploy/. The web page does not.`,
  )
}
