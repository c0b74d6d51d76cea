import type { FastifyRequest } from 'fastify'
import { diskFull } from '#contract/kit/refusal.ts'
import { sessionIdleHours, sessionMaxDays, userAgentMaxLength } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import { dayMs, hourMs, minuteMs } from './clock.ts'
import type { Context } from './context.ts'
import type { Db } from './database.ts'
import { databaseTrouble } from './database-trouble.ts'
import { hashSecret, newId, newSecret } from './id.ts'
import { type Gaps, prepared } from './prepared.ts'
import { note, noteNothing } from './trail.ts'

/** Who makes a call, as the session says. */
export type Session<R extends Role = Role> = {
  personId: string
  role: R
  name: string
  email: string
  tokenHash: string
  /** The role must have a second factor, and this person has none yet. */
  lacksSecondFactor: boolean
}

/** How old the note of the last use may get before it is written again. */
const useNotedEvery = minuteMs

/** The token of a call: the bare value of the header, or after `Bearer`; undefined without one. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.replace(/^Bearer\s+/i, '').trim() || undefined
}

const sessions = new WeakMap<FastifyRequest, Promise<Session | undefined>>()

/** The live session that a call is made with, looked up once; undefined as for `findSession`. */
export function sessionOf(context: Context, request: FastifyRequest): Promise<Session | undefined> {
  const known = sessions.get(request)
  if (known) return known
  const token = tokenOf(request)
  const found = token ? findSession(context, hashSecret(token)) : Promise.resolve(undefined)
  sessions.set(request, found)
  return found
}

/** The session that a call was found to have; undefined if it has none or was not asked for one. */
export async function sessionFound(request: FastifyRequest): Promise<Session | undefined> {
  return sessions.get(request)?.catch(() => undefined)
}

/**
 * Finds the live session of a token by its hash; undefined when it never was, has ended, or the
 * person is blocked (contract, section 2).
 */
export async function findSession(
  context: Context,
  tokenHash: string,
): Promise<Session | undefined> {
  const now = context.clock()
  const found = await readSession.first(context.db, { tokenHash, ...endedBefore(now) })
  if (!found) return undefined
  if (found.used_at <= now - useNotedEvery) await noteUse(context, tokenHash)
  return {
    personId: found.id,
    role: found.role,
    name: found.name,
    email: found.email,
    tokenHash,
    lacksSecondFactor: found.required_role !== null && found.confirmed_at === null,
  }
}

const readSession = prepared(
  ['tokenHash', 'lastUse', 'beginning'],
  (db, { tokenHash, ...ended }: Gaps<{ tokenHash: string } & Ended>) =>
    whereLive(db, ended)
      .leftJoin('second_factor_roles', 'second_factor_roles.role', 'people.role')
      .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
      .select(['people.id', 'people.role', 'people.name', 'people.email', 'sessions.used_at'])
      .select(['second_factor_roles.role as required_role', 'second_factors.confirmed_at'])
      .where('sessions.token_hash', '=', tokenHash),
)

/** On a full disk nothing can be noted, which is no reason to refuse somebody who only reads. */
async function noteUse({ db, clock }: Context, tokenHash: string): Promise<void> {
  try {
    await db
      .updateTable('sessions')
      .set({ used_at: clock() })
      .where('token_hash', '=', tokenHash)
      .execute()
  } catch (error) {
    if (databaseTrouble(error) !== diskFull) throw error
  }
}

/** The instants (ms since 1970) of the last use and of the beginning up to which sessions ended. */
type Ended = { lastUse: number; beginning: number }

function endedBefore(now: number): Ended {
  return { lastUse: now - sessionIdleHours * hourMs, beginning: now - sessionMaxDays * dayMs }
}

/** The sessions that have not ended, joined with the people they belong to. */
export function selectLiveSessions({ db, clock }: Context) {
  return whereLive(db, endedBefore(clock()))
}

function whereLive(db: Db, ended: Ended | Gaps<Ended>) {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .where('people.blocked_at', 'is', null)
    .where('sessions.used_at', '>', ended.lastUse)
    .where('sessions.created_at', '>', ended.beginning)
}

/** Those of the sessions that live, by their hashes; looking does not count as using them. */
export async function liveSessionsAmong(
  context: Context,
  tokenHashes: string[],
): Promise<Set<string>> {
  const rows = await selectLiveSessions(context)
    .select('sessions.token_hash')
    .where('sessions.token_hash', 'in', tokenHashes)
    .execute()
  return new Set(rows.map((row) => row.token_hash))
}

/** Where a session begins: the browser's name for itself, and the network address. */
export type Origin = { userAgent?: string | undefined; address?: string | undefined }

/** Opens a session and returns its token, which is stored nowhere; dead sessions are swept. */
export async function openSession(
  context: Context,
  personId: string,
  { userAgent, address }: Origin = {},
): Promise<string> {
  const { db, clock } = context
  const now = clock()
  const ended = endedBefore(now)
  const token = newSecret()
  await db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where((where) =>
      where.or([where('used_at', '<=', ended.lastUse), where('created_at', '<=', ended.beginning)]),
    )
    .execute()
  const session = {
    ...{ id: newId(), token_hash: hashSecret(token), person_id: personId },
    ...{ created_at: now, used_at: now },
    user_agent: userAgent?.slice(0, userAgentMaxLength) ?? null,
    address: address ?? null,
  }
  await db.insertInto('sessions').values(session).execute()
  await note(context, { kind: 'sessions', id: session.id, after: session })
  return token
}

/** Ends one session. */
export async function endSession(context: Context, tokenHash: string): Promise<void> {
  await end(context, 'token_hash', tokenHash)
}

/** Ends the session that a person names by its id and returns its hash; undefined if it is none of theirs. */
export async function endSessionById(
  context: Context,
  personId: string,
  id: string,
): Promise<string | undefined> {
  const [ended] = await end(context, 'person_id', personId, { id })
  return ended?.token_hash
}

/** Ends every session of a person, but for the one of `exceptTokenHash`. */
export async function endSessionsOf(
  context: Context,
  personId: string,
  exceptTokenHash?: string,
): Promise<void> {
  await end(context, 'person_id', personId, { exceptTokenHash })
}

async function end(
  context: Context,
  column: 'token_hash' | 'person_id',
  value: string,
  { id, exceptTokenHash }: { id?: string; exceptTokenHash?: string | undefined } = {},
) {
  let those = context.db.deleteFrom('sessions').where(column, '=', value)
  if (id !== undefined) those = those.where('id', '=', id)
  if (exceptTokenHash !== undefined) those = those.where('token_hash', '<>', exceptTokenHash)
  const ended = await those.returningAll().execute()
  for (const before of ended) await note(context, { kind: 'sessions', id: before.id, before })
  // There were no others, or another call has just ended it.
  if (ended.length === 0) noteNothing(context)
  return ended
}
