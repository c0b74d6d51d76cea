import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { TransactionOptions, Tx } from '#server/database/transaction.ts'
import { type AuditSource, type Context, inTransaction } from '../context.ts'
import type { Live } from '../live/live-interface.ts'
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
  lockSessionUntilCommit,
  type RequestWithSession,
  refuseEndedSession,
} from './session/recheck-session.ts'
import { getToken } from './session/request-session.ts'
import type { Session } from './session/session.ts'

/** Returns how the audit log identifies a call. */
export function toAuditSource(
  endpoint: Endpoint,
  request: FastifyRequest,
  session: Session | null,
): AuditSource {
  return {
    personId: session?.personId ?? null,
    tokenName: session?.apiToken?.name,
    call: `${endpoint.method} ${endpoint.path}`,
    address: request.ip,
    requestId: request.id,
    auditEntries: 0,
    endedSessions: new Set(),
  }
}

/**
 * A change: `prepare` runs before the transaction, for slow work; `change` runs in it. `isLong`: it
 * changes thousands of rows.
 */
export type ChangeSteps<Prepared> = {
  prepare: (context: Context) => Promise<Prepared>
  isLong?: ((prepared: Prepared) => boolean) | undefined
  change: (context: Context<Tx>, prepared: Prepared) => Promise<unknown>
}

/**
 * Runs a change in one transaction with its audit entries, and returns its reply. A call repeated
 * with the same `Idempotency-Key` gets the first reply and changes nothing. Pages are notified
 * after the commit. Refuses a session that has ended before the commit.
 */
export async function runChange<Prepared>(
  context: Context,
  endpoint: Endpoint,
  caller: RequestWithSession & { reply: FastifyReply },
  steps: ChangeSteps<Prepared>,
): Promise<unknown> {
  const { request, reply, session } = caller
  const change = toAuditSource(endpoint, request, session)
  const call = readIdempotentCall(request, session ? getToken(request) : undefined)
  const known = call && (await findReply(context, call))
  if (known) {
    await refuseEndedSession(context, caller)
    return replay(known, reply)
  }
  const named = { ...context, change }
  try {
    const prepared = await steps.prepare(named)
    const options = { isLong: steps.isLong?.(prepared) ?? false }
    const attempt = async (tx: Context<Tx>) => {
      const other = call && (await claimReply(tx, call))
      if (other) {
        await refuseEndedSession(tx, caller)
        return replay(other, reply)
      }
      const body = await steps.change(tx, prepared)
      // A new call that forgets the audit log fails at its first try.
      if (change.auditEntries === 0)
        throw new Error(`${change.call} has left nothing in the audit log`)
      if (call) await saveReply(tx, call, { body })
      await lockSessionUntilCommit(tx, caller)
      return body
    }
    return await inTransactionThenNotify(named, attempt, options)
  } catch (error) {
    if (error instanceof Refused) {
      // A caller whose session has ended learns only that, not why the call would have been
      // refused.
      await refuseEndedSession(context, caller)
      // Calls without a session could fill the table.
      if (call && session) await saveRefusal(context, call, error)
    }
    throw error
  }
}

/** Statuses that depend on circumstances: a retry of the same call may succeed. */
const transientStatuses = new Set([401, 422, 429, 503])

async function saveRefusal(context: Context, call: IdempotentCall, error: Refused): Promise<void> {
  const { refusal, errors, fields } = error
  if (!transientStatuses.has(refusal.status)) {
    await saveReply(context, call, { refusal, errors, fields })
  }
}

function replay(kept: IdempotentReply, reply: FastifyReply): unknown {
  reply.header('idempotency-replayed', 'true')
  if (!('refusal' in kept)) return kept.body
  const { refusal, errors, fields } = kept
  throw new Refused(refusal, { ...(errors && { errors }), ...(fields && { fields }) })
}

/** Runs `work` in one transaction, then its `afterCommit` callbacks, then notifies pages. */
export async function inTransactionThenNotify<T>(
  context: Context,
  work: (tx: Context<Tx>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const pending: (() => void)[] = []
  const afterwards: ((context: Context) => Promise<void>)[] = []
  const afterCommit = (one: (typeof afterwards)[number]) => void afterwards.push(one)
  const done = await inTransaction(
    { ...context, live: emitAfterCommit(context, pending), afterCommit },
    work,
    options,
  )
  try {
    for (const one of afterwards) await one(context)
  } finally {
    for (const emit of pending) emit()
  }
  return done
}

function emitAfterCommit({ live }: Context, pending: (() => void)[]): Live {
  return {
    end: (whom) => pending.push(() => live.end(whom)),
    changed: (what, whom) => pending.push(() => live.changed(what, whom)),
  }
}
