import type { FastifyRequest } from 'fastify'
import { courseFinished, secondFactorSetupNeeded } from '#contract/kit/refusal.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../../context.ts'
import { NotSignedIn } from '../errors.ts'
import { Refused } from '../refused.ts'
import { findApiTokenSession, lockApiToken } from './api-token.ts'
import { explainTokenRefusal } from './request-session.ts'
import { findSession, lockLiveSession, type Session } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refuse callers whose role requires a second factor and who have none. */
    needsSecondFactor?: boolean
    /** Refuse students who have finished the course. */
    refusesFinished?: boolean
  }
}

/** A call and the session it started with; null if it needs none. */
export type RequestWithSession = { request: FastifyRequest; session: Session | null }

/**
 * Checks the session again, since a call can take long: refuses one that has ended since (401), and
 * a person who now needs a second factor and has none, or has finished the course (403).
 */
export async function refuseEndedSession(
  context: Context,
  caller: RequestWithSession,
): Promise<void> {
  const { session } = caller
  if (!session) return
  const find = session.apiToken ? findApiTokenSession : findSession
  refuseOther(caller, await find(context, session.tokenHash, withoutTouch))
}

const withoutTouch = { withoutTouch: true }

/**
 * Checks the session at the end of a change, except one that the change itself has ended, and locks
 * it until the commit. It must be the last statement of a change: whoever ends sessions then waits
 * only for its commit, and it never waits, so there is no deadlock. A session that is just being
 * ended is refused. In SQLite only one transaction writes at a time.
 */
export async function lockSessionUntilCommit(
  context: Context<Tx>,
  caller: RequestWithSession,
): Promise<void> {
  const { session } = caller
  if (!session || context.change?.endedSessions.has(session.tokenHash)) return
  const lock = session.apiToken ? lockApiToken : lockLiveSession
  const now = await lock(context, session.tokenHash)
  // A second factor that the change itself requires counts from the next call.
  refuseOther(caller, now && context.change?.changesSecondFactor ? { ...now, ...hasFactor } : now)
}

const hasFactor = { lacksSecondFactor: false }

function refuseOther({ request, session }: RequestWithSession, now: Session | undefined): void {
  if (now?.role !== session?.role) throw new NotSignedIn(explainTokenRefusal(request, now))
  const { needsSecondFactor, refusesFinished } = request.routeOptions.config
  if (refusesFinished && now?.hasFinished) throw new Refused(courseFinished)
  if (needsSecondFactor && now?.lacksSecondFactor) throw new Refused(secondFactorSetupNeeded)
}
