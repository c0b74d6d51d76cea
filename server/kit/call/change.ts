import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Tx } from '#server/database/transaction.ts'
import { type Change, type Context, inTransaction } from '../context.ts'
import type { Live } from '../live/live.ts'
import {
  claimReply,
  findReply,
  type IdempotentCall,
  type IdempotentReply,
  readIdempotentCall,
  saveReply,
} from './idempotency.ts'
import { Refused } from './refused.ts'
import {
  type Caller,
  lockSessionUntilCommit,
  refuseEndedSession,
} from './session/recheck-session.ts'
import { getToken, type Session } from './session/session.ts'

/** The name under which what a call does stands in the audit log. */
export function toChange(
  endpoint: Endpoint,
  request: FastifyRequest,
  session: Session | null,
): Change {
  return {
    personId: session?.personId ?? null,
    call: `${endpoint.method} ${endpoint.path}`,
    address: request.ip,
    requestId: request.id,
    auditEntries: 0,
    endedSessions: new Set(),
  }
}

/** What leads up to a change and must not keep others waiting, and the change itself. */
export type ChangeSteps<Prepared> = {
  prepare: (context: Context) => Promise<Prepared>
  change: (context: Context<Tx>, prepared: Prepared) => Promise<unknown>
}

/**
 * Runs a change in one transaction, with its entries in the audit log, and returns its reply. A
 * call that comes again with the same `Idempotency-Key` gets the reply of the first time and
 * changes nothing. Pages are told after the commit. Refuses a session that has ended before it.
 */
export async function runChange<Prepared>(
  context: Context,
  endpoint: Endpoint,
  caller: Caller & { reply: FastifyReply },
  steps: ChangeSteps<Prepared>,
): Promise<unknown> {
  const { request, reply, session } = caller
  const change = toChange(endpoint, request, session)
  const call = readIdempotentCall(request, session ? getToken(request) : undefined)
  const known = call && (await findReply(context, call))
  if (known) {
    await refuseEndedSession(context, caller)
    return replay(known, reply)
  }
  const named = { ...context, change }
  try {
    const prepared = await steps.prepare(named)
    return await inTransactionThenNotify(named, async (tx) => {
      const other = call && (await claimReply(tx, call))
      if (other) {
        await refuseEndedSession(tx, caller)
        return replay(other, reply)
      }
      const body = await steps.change(tx, prepared)
      // Whoever writes a new call and forgets the audit log finds out with the first try of it.
      if (change.auditEntries === 0)
        throw new Error(`${change.call} has left nothing in the audit log`)
      if (call) await saveReply(tx, call, { body })
      await lockSessionUntilCommit(tx, caller)
      return body
    })
  } catch (error) {
    if (error instanceof Refused) {
      // Whose session has ended is told that alone, and nothing of what stood against the call.
      await refuseEndedSession(context, caller)
      // Without a session anybody is refused as often as they like: that must not fill a table.
      if (call && session) await saveRefusal(context, call, error)
    }
    throw error
  }
}

/** Statuses that say nothing of what was asked for: the same call may do better later. */
const transientStatuses = new Set([401, 422, 429, 503])

async function saveRefusal(context: Context, call: IdempotentCall, error: Refused): Promise<void> {
  const { refusal, errors } = error
  if (!transientStatuses.has(refusal.status)) await saveReply(context, call, { refusal, errors })
}

/** Answers what was answered before, and says so. */
function replay(kept: IdempotentReply, reply: FastifyReply): unknown {
  reply.header('idempotency-replayed', 'true')
  if (!('refusal' in kept)) return kept.body
  throw new Refused(kept.refusal, kept.errors ? { errors: kept.errors } : {})
}

/**
 * Runs `work` in one transaction; what it wants done after the commit, and told to pages, is then.
 */
export async function inTransactionThenNotify<T>(
  context: Context,
  work: (tx: Context<Tx>) => Promise<T>,
): Promise<T> {
  const pending: (() => void)[] = []
  const afterwards: ((context: Context) => Promise<void>)[] = []
  const afterCommit = (one: (typeof afterwards)[number]) => void afterwards.push(one)
  const done = await inTransaction(
    { ...context, live: emitAfterCommit(context, pending), afterCommit },
    work,
  )
  for (const one of afterwards) await one(context)
  for (const emit of pending) emit()
  return done
}

function emitAfterCommit({ live }: Context, pending: (() => void)[]): Live {
  return {
    end: (whom) => pending.push(() => live.end(whom)),
    changed: (what, whom) => pending.push(() => live.changed(what, whom)),
  }
}
