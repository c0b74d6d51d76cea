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
      'The embedded database has one process: sockets may begin with long polling, as those of older clients do.',
    )
  }
  const { rows } = await sql<{ count: number }>`
    select count(distinct application_name)::int as count from pg_stat_activity
    where datname = current_database() and application_name like ${`${socketsName} %`}`.execute(db)
  const count = rows[0]?.count ?? 0
  if (count === 0) return fine('No process serves this database just now.')
  if (count === 1) {
    return fine(
      'One process serves this database: sockets may begin with long polling, as those of older clients do.',
    )
  }
  return fine(
    `${count} processes serve this database. The sockets of older clients, which begin with long polling, need a proxy that keeps a client at one process, as those of deploy/ do; those of the page need none.`,
  )
}
