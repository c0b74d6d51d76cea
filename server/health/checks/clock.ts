import { sql } from 'kysely'
import { secondMs } from '#contract/kit/time/durations.ts'
import { isPostgres } from '#server/database/connect.ts'
import { type CheckFunction, requireDatabase, toPassedFinding, toProblem } from '../check.ts'

const apartMostMs = 2 * secondMs

/** Whether this machine's clock and the database's agree. */
export const checkClock: CheckFunction = async (looking) => {
  const { db, clock } = requireDatabase(looking)
  if (!isPostgres(db)) return toPassedFinding('The embedded database uses this machine’s clock.')
  const before = clock()
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  const after = clock()
  const there = rows[0]?.now ?? 0
  // The time of the round trip is not a difference.
  const apartMs = there < before ? before - there : Math.max(0, there - after)
  if (apartMs <= apartMostMs)
    return toPassedFinding('The clocks of this machine and of the database agree.')
  const isBehind = there < before
  return toProblem(
    `The database’s clock is ${(apartMs / secondMs).toFixed(0)} s ${isBehind ? 'behind' : 'ahead of'} this machine’s.`,
    'Synchronize both clocks, for example with systemd-timesyncd or chrony.',
  )
}
