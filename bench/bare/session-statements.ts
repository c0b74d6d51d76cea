import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { sessionIdleHours, sessionMaxDays } from '#contract/limits/accounts.ts'
import type { DatabaseKind } from '../schools/schools.ts'

/** The parameters that find a live session, besides the hash of its token. */
export const getLiveSessionParameters = (now: number) => [
  now - sessionIdleHours * hourMs,
  now - sessionMaxDays * dayMs,
]

const session = (one: string, two: string, three: string) => `
  from sessions join people me on me.id = sessions.person_id
  where sessions.token_hash = ${one} and me.blocked_at is null
    and sessions.used_at > ${two} and sessions.created_at > ${three}`

/** A statement that looks up the session and returns its person. */
export const sessionPersonStatements: Record<DatabaseKind, string> = {
  sqlite: `select me.id as body ${session('?', '?', '?')}`,
  postgres: `select me.id as body ${session('$1', '$2', '$3')}`,
}
