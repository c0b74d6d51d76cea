import type { FastifyRequest } from 'fastify'
import { diskFull } from '#contract/kit/refusal.ts'
import { dayMs, hourMs, minuteMs } from '#contract/kit/time.ts'
import {
  listMax,
  sessionIdleHours,
  sessionMaxDays,
  sessionsMax,
  userAgentMaxLength,
} from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/open.ts'
import { type Gaps, prepared } from '#server/database/prepared.ts'
import type { Tables } from '#server/database/tables.ts'
import { databaseTrouble } from '#server/database/trouble.ts'
import type { Context } from '../context.ts'
import { hashSecret, newId, newSecret } from '../id.ts'
import { SessionEnded } from './errors.ts'
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
  return sessionFrom(found, tokenHash)
}

/** The same; looking does not count as using it. */
export async function readLiveSession(
  { db, clock }: Context,
  tokenHash: string,
): Promise<Session | undefined> {
  const found = await readSession.first(db, { tokenHash, ...endedBefore(clock()) })
  return found && sessionFrom(found, tokenHash)
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof readSession.first>>>

function sessionFrom(row: SessionRow, tokenHash: string): Session {
  const { id: personId, role, name, email } = row
  const lacksSecondFactor = row.required_role !== null && row.confirmed_at === null
  return { personId, role, name, email, tokenHash, lacksSecondFactor }
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
    await used.all(db, { tokenHash, now: clock() })
  } catch (error) {
    if (databaseTrouble(error) !== diskFull) throw error
  }
}

const used = prepared(
  ['tokenHash', 'now'],
  (db, { tokenHash, now }: Gaps<{ tokenHash: string; now: number }>) =>
    db.updateTable('sessions').set({ used_at: now }).where('token_hash', '=', tokenHash),
)

/** The instants (ms since 1970) of the last use and of the beginning up to which sessions ended. */
export type Ended = { lastUse: number; beginning: number }

/** Which sessions have ended at an instant (contract, section 2). */
export function endedBefore(now: number): Ended {
  return { lastUse: now - sessionIdleHours * hourMs, beginning: now - sessionMaxDays * dayMs }
}

/** The sessions that have not ended, joined with the people they belong to. */
export function whereLive(db: Db, ended: Ended | Gaps<Ended>) {
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
  const rows = await whereLive(context.db, endedBefore(context.clock()))
    .select('sessions.token_hash')
    .where('sessions.token_hash', 'in', tokenHashes)
    .execute()
  return new Set(rows.map((row) => row.token_hash))
}

/** Where a session begins: the browser's name for itself, and the network address. */
export type Origin = { userAgent?: string | undefined; address?: string | undefined }

/**
 * Opens a session and returns its token, which is stored nowhere; dead sessions are swept. Of too
 * many the oldest end with their sockets.
 */
export async function openSession(
  context: Context,
  personId: string,
  { userAgent, address }: Origin = {},
): Promise<string> {
  const { db, clock } = context
  const now = clock()
  const token = newSecret()
  await swept.all(db, { personId, ...endedBefore(now) })
  const session = {
    ...{ id: newId(), token_hash: hashSecret(token), person_id: personId },
    ...{ created_at: now, used_at: now },
    user_agent: userAgent?.slice(0, userAgentMaxLength) ?? null,
    address: address ?? null,
  }
  await opened.all(db, session)
  await note(context, { kind: 'sessions', id: session.id, after: session })
  await endOldest(context, personId)
  return token
}

/** Ends the sessions of a person beyond those that one can have. */
async function endOldest(context: Context, personId: string): Promise<void> {
  const those = await oldest.all(context.db, { personId, kept: sessionsMax })
  for (const before of those) {
    await note(context, { kind: 'sessions', id: before.id, before })
    context.live.end({ tokenHash: before.token_hash })
  }
}

const oldest = prepared(
  ['personId', 'kept'],
  (db, { personId, kept }: Gaps<{ personId: string; kept: number }>) =>
    db
      .deleteFrom('sessions')
      .where('token_hash', 'in', (beyond) =>
        beyond
          .selectFrom('sessions')
          .select('token_hash')
          .where('person_id', '=', personId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          // Some may have had far more before there was a bound: the next login ends the rest.
          .limit(listMax)
          .offset(kept),
      )
      .returningAll(),
)

const swept = prepared(
  ['personId', 'lastUse', 'beginning'],
  (db, { personId, lastUse, beginning }: Gaps<{ personId: string } & Ended>) =>
    db
      .deleteFrom('sessions')
      .where('person_id', '=', personId)
      .where((where) =>
        where.or([where('used_at', '<=', lastUse), where('created_at', '<=', beginning)]),
      ),
)

const opened = prepared(
  ['id', 'token_hash', 'person_id', 'created_at', 'used_at', 'user_agent', 'address'],
  (db, session: Gaps<Tables['sessions']>) => db.insertInto('sessions').values(session),
)

/**
 * Gives a session a new token and returns it; the one before it ends. What is left of the session's
 * time stays the same. Refuses a session that has ended meanwhile.
 */
export async function renewSession(context: Context, tokenHash: string): Promise<string> {
  const token = newSecret()
  const newHash = hashSecret(token)
  const session = await renewed.first(context.db, { tokenHash, newHash })
  if (!session) throw new SessionEnded()
  context.change?.endedSessions.add(tokenHash)
  const [before, after] = [{ token_hash: tokenHash }, { token_hash: newHash }]
  await note(context, { kind: 'sessions', id: session.id, before, after })
  return token
}

const renewed = prepared(
  ['tokenHash', 'newHash'],
  (db, { tokenHash, newHash }: Gaps<{ tokenHash: string; newHash: string }>) =>
    db
      .updateTable('sessions')
      .set({ token_hash: newHash })
      .where('token_hash', '=', tokenHash)
      .returning('id'),
)

/** Ends one session. */
export async function endSession(context: Context, tokenHash: string): Promise<void> {
  await noteEnded(context, await ended.all(context.db, { tokenHash }))
}

const ended = prepared(['tokenHash'], (db, { tokenHash }: Gaps<{ tokenHash: string }>) =>
  db.deleteFrom('sessions').where('token_hash', '=', tokenHash).returningAll(),
)

/** Ends the session that a person names by its id and returns its hash; undefined if it is none of theirs. */
export async function endSessionById(
  context: Context,
  personId: string,
  id: string,
): Promise<string | undefined> {
  const those = await endedById.all(context.db, { personId, id })
  await noteEnded(context, those)
  return those[0]?.token_hash
}

const endedById = prepared(
  ['personId', 'id'],
  (db, { personId, id }: Gaps<{ personId: string; id: string }>) =>
    db.deleteFrom('sessions').where('person_id', '=', personId).where('id', '=', id).returningAll(),
)

/** Ends every session of a person, but for the one of `exceptTokenHash`. */
export async function endSessionsOf(
  context: Context,
  personId: string,
  exceptTokenHash?: string,
): Promise<void> {
  // No session has an empty hash.
  const except = exceptTokenHash ?? ''
  await noteEnded(context, await endedBut.all(context.db, { personId, except }))
}

const endedBut = prepared(
  ['personId', 'except'],
  (db, { personId, except }: Gaps<{ personId: string; except: string }>) =>
    db
      .deleteFrom('sessions')
      .where('person_id', '=', personId)
      .where('token_hash', '<>', except)
      .returningAll(),
)

async function noteEnded(context: Context, those: Tables['sessions'][]): Promise<void> {
  for (const before of those) {
    context.change?.endedSessions.add(before.token_hash)
    await note(context, { kind: 'sessions', id: before.id, before })
  }
  // There were no others, or another call has just ended it.
  if (those.length === 0) noteNothing(context)
}
