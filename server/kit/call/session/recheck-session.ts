import type { FastifyRequest } from 'fastify'
import { secondFactorNeeded } from '#contract/kit/refusal.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../../context.ts'
import { SessionEnded } from '../errors.ts'
import { Refused } from '../refused.ts'
import { findSession, lockLiveSession, type Session } from './session.ts'

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
export async function refuseEndedSession(context: Context, caller: Caller): Promise<void> {
  const { session } = caller
  if (session) refuseOther(caller, await findSession(context, session.tokenHash, withoutTouch))
}

const withoutTouch = { withoutTouch: true }

/**
 * The same at the end of a change, but for a session that the change itself has ended; the one that
 * is there cannot be ended before the transaction is over. The last statement of a change: whoever
 * ends sessions waits for nothing but its commit, and it waits for nobody, so that no two wait for
 * each other; a session that somebody is ending just now is refused. In SQLite whoever writes is
 * alone from the beginning.
 */
export async function lockSessionUntilCommit(context: Context<Tx>, caller: Caller): Promise<void> {
  const { session } = caller
  if (!session || context.change?.endedSessions.has(session.tokenHash)) return
  const now = await lockLiveSession(context, session.tokenHash)
  // What the change itself asks of its caller holds from the next call on.
  refuseOther(caller, now && context.change?.changesSecondFactor ? { ...now, ...hasFactor } : now)
}

const hasFactor = { lacksSecondFactor: false }

function refuseOther({ request, session }: Caller, now: Session | undefined): void {
  if (now?.role !== session?.role) throw new SessionEnded()
  const { needsSecondFactor } = request.routeOptions.config
  if (needsSecondFactor && now?.lacksSecondFactor) throw new Refused(secondFactorNeeded)
}
