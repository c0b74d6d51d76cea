import { sql } from 'kysely'
import { isPostgres } from '#server/database/open.ts'
import { socketsName } from '#server/kit/live/processes.ts'
import { fine, openSchool, type RunCheck } from '../check.ts'

/**
 * How many processes serve this database, and where a socket may begin with long polling: each of
 * its requests has to reach the process that has the socket. Whether a proxy sees to that cannot be
 * seen from here.
 */
export const checkProcesses: RunCheck = async (looking) => {
  const { db } = openSchool(looking)
  if (!isPostgres(db)) {
    return fine(
      'The embedded database runs in one process. Older clients that use long polling can connect.',
    )
  }
  const { rows } = await sql<{ count: number }>`
    select count(distinct application_name)::int as count from pg_stat_activity
    where datname = current_database() and application_name like ${`${socketsName} %`}`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) return fine('No server is running on this database.')
  if (count === 1) {
    return fine(
      'One server is running on this database. Older clients that use long polling can connect.',
    )
  }
  return fine(
    `${count} servers are running on this database. Older clients that use long polling need a proxy with sticky sessions, such as those in deploy/. The web page does not.`,
  )
}
