import { setTimeout } from 'node:timers/promises'
import type { TokenScope } from '#contract/kit/api-tokens/token-scopes.ts'
import { diskFull } from '#contract/kit/refusal.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import { sessionsMax, userAgentMaxLength } from '#contract/limits/accounts.ts'
import type { Role } from '#contract/roles.ts'
import { toDatabaseRefusal } from '#server/database/errors/unavailable-errors.ts'
import type { SignInMethod } from '#server/database/tables/accounts.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Tx } from '#server/database/transaction.ts'
import type { Context } from '../../context.ts'
import { hashSecret, newId, newSecret } from '../../id.ts'
import { recordAudit, skipAudit } from '../audit.ts'
import { NotSignedIn } from '../errors.ts'
import {
  deleteEndedSessions,
  deleteOldestSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionById,
  getSessionCutoffs,
  insertSession,
  lockSession,
  readSession,
  replaceTokenHash,
  selectLiveSessions,
  touchSession,
} from './session-queries.ts'

/** The API token that a call is made with. */
type ApiTokenOfCall = { id: string; name: string; scopes: readonly TokenScope[] }

/** The session of a call and its person. */
export type Session<R extends Role = Role> = {
  personId: string
  role: R
  name: string
  email: string
  tokenHash: string
  /** The role requires a second factor and this person has none yet. */
  lacksSecondFactor: boolean
  /** A student whose course has ended, who only reads. */
  hasFinished: boolean
  /** Set if the call is made with an API token; `tokenHash` is then the hash of that. */
  apiToken?: ApiTokenOfCall
}

/** The account that the page's top bar shows. */
export function toTopBarAccount({ personId, name }: Session): { _id: string; name: string } {
  return { _id: personId, name }
}

/** How often the last use of a session is updated. */
export const touchIntervalMs = minuteMs

/**
 * Finds a live session by its token's hash; undefined if it does not exist, has ended, or the
 * person is blocked (contract, section 2). With `withoutTouch` this does not count as a use.
 */
export async function findSession(
  context: Context,
  tokenHash: string,
  { withoutTouch = false } = {},
): Promise<Session | undefined> {
  const now = context.clock()
  const row = await readSession(context.db, { tokenHash, ...getSessionCutoffs(now) })
  if (!row) return undefined
  if (!withoutTouch && row.used_at <= now - touchIntervalMs) {
    await waitBrieflyForTouch(touchSession(context.db, { tokenHash, now }))
  }
  return toSession(row, tokenHash)
}

/** Finds a live session and locks it until the transaction is over. */
export async function lockLiveSession(
  { db, clock }: Context<Tx>,
  tokenHash: string,
): Promise<Session | undefined> {
  const row = await lockSession(db, { tokenHash, ...getSessionCutoffs(clock()) })
  return row && toSession(row, tokenHash)
}

type CallerRow = Pick<Tables['people'], 'id' | 'role' | 'name' | 'email' | 'finished_at'> & {
  required_role: Role | null
  confirmed_at: number | null
  signed_in_by?: SignInMethod
}

/** Makes the session of a person. */
export function toSession(row: CallerRow, tokenHash: string): Session {
  const { id: personId, role, name, email, signed_in_by } = row
  const hasSecondFactor =
    row.confirmed_at !== null || signed_in_by === 'provider with second factor'
  const lacksSecondFactor = row.required_role !== null && !hasSecondFactor
  const hasFinished = row.finished_at !== null
  return { personId, role, name, email, tokenHash, lacksSecondFactor, hasFinished }
}

/**
 * Waits until a use is noted, but not for a long change that holds the embedded database before it.
 * A full disk is no reason to refuse a call that only reads.
 */
export async function waitBrieflyForTouch(saving: Promise<void>): Promise<void> {
  // Thrown below, unless nobody waits for it any more: then a later call notes its own use.
  saving.catch(() => {})
  try {
    await Promise.race([saving, setTimeout(noteWaitMs, undefined, { ref: false })])
  } catch (error) {
    if (toDatabaseRefusal(error) !== diskFull) throw error
  }
}

/** How long a call waits for its use to be noted. */
const noteWaitMs = 100

/** Returns those of the token hashes whose sessions are live. This does not count as a use. */
export async function filterLiveSessions(
  { db, clock }: Context,
  tokenHashes: string[],
): Promise<Set<string>> {
  const rows = await selectLiveSessions(db, getSessionCutoffs(clock()))
    .select('sessions.token_hash')
    .where('sessions.token_hash', 'in', tokenHashes)
    .execute()
  return new Set(rows.map((row) => row.token_hash))
}

/** Where a session started, its user agent and IP address, and by what: a password by default. */
export type SessionOrigin = {
  userAgent?: string | undefined
  address?: string | undefined
  signedInBy?: SignInMethod
}

/**
 * Opens a session and returns its token, of which only the hash is stored. Deletes the person's
 * ended sessions; beyond the limit the oldest live ones end, with their sockets.
 */
export async function openSession(
  context: Context<Tx>,
  personId: string,
  { userAgent, address, signedInBy = 'password' }: SessionOrigin = {},
): Promise<string> {
  const { db, clock, live } = context
  const now = clock()
  const token = newSecret()
  await deleteEndedSessions(db, { personId, ...getSessionCutoffs(now) })
  const session = {
    id: newId(),
    token_hash: hashSecret(token),
    person_id: personId,
    created_at: now,
    used_at: now,
    user_agent: userAgent?.slice(0, userAgentMaxLength) ?? null,
    address: address ?? null,
    signed_in_by: signedInBy,
  }
  await insertSession(db, session)
  await recordAudit(context, { kind: 'sessions', id: session.id, after: session })
  for (const before of await deleteOldestSessions(db, { personId, kept: sessionsMax })) {
    await recordAudit(context, { kind: 'sessions', id: before.id, before })
    live.end({ tokenHash: before.token_hash })
  }
  return token
}

/**
 * Replaces the token of a session and returns the new one; the expiry does not change. Refuses a
 * session that has ended.
 */
export async function rotateSessionToken(context: Context<Tx>, tokenHash: string): Promise<string> {
  const token = newSecret()
  const newHash = hashSecret(token)
  const session = await replaceTokenHash(context.db, { tokenHash, newHash })
  if (!session) throw new NotSignedIn()
  context.change?.endedSessions.add(tokenHash)
  const [before, after] = [{ token_hash: tokenHash }, { token_hash: newHash }]
  await recordAudit(context, { kind: 'sessions', id: session.id, before, after })
  return token
}

export async function endSession(context: Context<Tx>, tokenHash: string): Promise<void> {
  await recordEnded(context, await deleteSession(context.db, { tokenHash }))
}

/**
 * Ends a person's session by its id and returns it; undefined if they have no such session.
 */
export async function endSessionById(
  context: Context<Tx>,
  personId: string,
  id: string,
): Promise<Tables['sessions'] | undefined> {
  const deleted = await deleteSessionById(context.db, { personId, id })
  await recordEnded(context, deleted)
  return deleted[0]
}

/** Ends all sessions of a person except that of `exceptTokenHash`, and returns how many. */
export async function endPersonSessions(
  context: Context<Tx>,
  personId: string,
  exceptTokenHash?: string,
): Promise<number> {
  // The empty hash matches no session.
  const except = exceptTokenHash ?? ''
  const deleted = await deleteOtherSessions(context.db, { personId, except })
  await recordEnded(context, deleted)
  return deleted.length
}

async function recordEnded(context: Context<Tx>, deleted: Tables['sessions'][]): Promise<void> {
  for (const before of deleted) {
    context.change?.endedSessions.add(before.token_hash)
    await recordAudit(context, { kind: 'sessions', id: before.id, before })
  }
  // No other sessions exist, or another call has just ended them.
  if (deleted.length === 0) skipAudit(context)
}
