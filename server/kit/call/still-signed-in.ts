import type { FastifyRequest } from 'fastify'
import { secondFactorNeeded } from '#contract/kit/refusal.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Context } from '../context.ts'
import { SessionEnded } from './errors.ts'
import { Refused } from './refused.ts'
import { readLiveSession, type Session } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refused while the caller's role must have a second factor and the caller has none. */
    needsSecondFactor?: boolean
  }
}

/** A call, and the session it began with; null where it needs none. */
export type Caller = { request: FastifyRequest; session: Session | null }

/**
 * Looks at the session again, as a call can be on its way for long: refuses one that has ended
 * since (401), and one whose person must have a second factor by now and has none (403).
 */
export async function refuseEnded(context: Context, { request, session }: Caller): Promise<void> {
  if (!session) return
  const now = await readLiveSession(context, session.tokenHash)
  if (now?.role !== session.role) throw new SessionEnded()
  const { needsSecondFactor } = request.routeOptions.config
  if (needsSecondFactor && now.lacksSecondFactor) throw new Refused(secondFactorNeeded)
}

/**
 * Keeps the session from being ended before the transaction is over; refuses one that somebody is
 * ending just now (401). The last statement of a change: whoever ends sessions waits for nothing
 * but its commit, and it waits for nobody, so that no two wait for each other. In SQLite whoever
 * writes is alone from the beginning.
 */
export async function holdSession({ db, change }: Context, { session }: Caller): Promise<void> {
  if (!session || !isPostgres(db) || change?.endedSessions.has(session.tokenHash)) return
  const held = await lastLook.first(db, { tokenHash: session.tokenHash })
  if (!held) throw new SessionEnded()
}

const lastLook = prepared(['tokenHash'], (db: Db, { tokenHash }: Gaps<{ tokenHash: string }>) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .forKeyShare()
    .skipLocked(),
)
