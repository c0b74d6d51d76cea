import type { FastifyRequest } from 'fastify'
import { secondFactorNeeded } from '#contract/kit/refusal.ts'
import { isPostgres } from '#server/database/open.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../context.ts'
import { SessionEnded } from './errors.ts'
import { Refused } from './refused.ts'
import { findSession, type Session } from './session.ts'
import { lockSession } from './session-queries.ts'

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
  const now = await findSession(context, session.tokenHash, { looking: true })
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
export async function holdSession({ db, change }: Context<Tx>, { session }: Caller): Promise<void> {
  if (!session || !isPostgres(db) || change?.endedSessions.has(session.tokenHash)) return
  if (!(await lockSession(db, { tokenHash: session.tokenHash }))) throw new SessionEnded()
}
