import type { SelectQueryBuilder } from 'kysely'
import { dayMs, hourMs } from '#contract/kit/time/durations.ts'
import { sessionIdleHours, sessionMaxDays } from '#contract/limits/accounts.ts'
import { listLimitMax } from '#contract/limits/limits.ts'
import type { Db } from '#server/database/connect.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** Sessions last used before `lastUse` or created before `beginning` (ms since 1970) have ended. */
export type SessionCutoffs = { lastUse: number; beginning: number }

/** The cutoffs for ended sessions at an instant (contract, section 2). */
export function getSessionCutoffs(now: number): SessionCutoffs {
  return { lastUse: now - sessionIdleHours * hourMs, beginning: now - sessionMaxDays * dayMs }
}

/** Selects the live sessions, joined with their people. */
export function selectLiveSessions(db: Db, ended: SessionCutoffs | Values<SessionCutoffs>) {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .where('people.blocked_at', 'is', null)
    .where('sessions.used_at', '>', ended.lastUse)
    .where('sessions.created_at', '>', ended.beginning)
}

/** Adds a person to a query, and whether they need and have a second factor. */
export function withCaller<Selected>(query: SelectQueryBuilder<Tables, 'people', Selected>) {
  return query
    .leftJoin('second_factor_roles', 'second_factor_roles.role', 'people.role')
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .select(['people.id', 'people.role', 'people.name', 'people.email', 'people.finished_at'])
    .select(['second_factor_roles.role as required_role', 'second_factors.confirmed_at'])
}

type Asked = { tokenHash: string } & SessionCutoffs

function selectSession(db: Db, { tokenHash, ...ended }: Values<Asked>) {
  return selectLiveSessions(db, ended)
    .select(['sessions.used_at', 'sessions.signed_in_by'])
    .where('sessions.token_hash', '=', tokenHash)
}

/** Reads a live session with its person, and whether they need and have a second factor. */
export const readSession = first((db, asked: Values<Asked>) => withCaller(selectSession(db, asked)))

/**
 * Reads and locks a live session, which nobody can then end until the transaction is over
 * (PostgreSQL). Returns undefined without waiting if it is just being deleted.
 */
export const lockSession = first((db, asked: Values<Asked>) =>
  withCaller(selectSession(db, asked).forKeyShare('sessions').skipLocked()),
)

/** Updates the last use of a session. */
export const touchSession = run(
  (db, { tokenHash, now }: Values<{ tokenHash: string; now: number }>) =>
    db.updateTable('sessions').set({ used_at: now }).where('token_hash', '=', tokenHash),
)

export const insertSession = run((db, session: Values<Tables['sessions']>) =>
  db.insertInto('sessions').values(session),
)

/** Replaces a session's token hash and returns its id; undefined if it has ended. */
export const replaceTokenHash = first(
  (db, { tokenHash, newHash }: Values<{ tokenHash: string; newHash: string }>) =>
    db
      .updateTable('sessions')
      .set({ token_hash: newHash })
      .where('token_hash', '=', tokenHash)
      .returning('id'),
)

/**
 * Deletes a person's ended sessions. One with a push subscription stays until its maximum age, even
 * if unused.
 */
export const deleteEndedSessions = run(
  (db, { personId, lastUse, beginning }: Values<{ personId: string } & SessionCutoffs>) =>
    db
      .deleteFrom('sessions')
      .where('person_id', '=', personId)
      .where(({ eb, and, or, not, exists, selectFrom }) =>
        or([
          eb('created_at', '<=', beginning),
          and([
            eb('used_at', '<=', lastUse),
            not(
              exists(
                selectFrom('push_subscriptions')
                  .select('session_id')
                  .whereRef('session_id', '=', 'sessions.id'),
              ),
            ),
          ]),
        ]),
      ),
)

/** Deletes all but the newest sessions of a person and returns the deleted ones. */
export const deleteOldestSessions = all(
  (db, { personId, kept }: Values<{ personId: string; kept: number }>) =>
    db
      .deleteFrom('sessions')
      .where('token_hash', 'in', (beyond) =>
        beyond
          .selectFrom('sessions')
          .select('token_hash')
          .where('person_id', '=', personId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          // A person may have far more from before this limit existed: the next login ends the
          // rest.
          .limit(listLimitMax)
          .offset(kept),
      )
      .returningAll(),
)

export const deleteSession = all((db, { tokenHash }: Values<{ tokenHash: string }>) =>
  db.deleteFrom('sessions').where('token_hash', '=', tokenHash).returningAll(),
)

/** Deletes one session of a person, and returns it. */
export const deleteSessionById = all(
  (db, { personId, id }: Values<{ personId: string; id: string }>) =>
    db.deleteFrom('sessions').where('person_id', '=', personId).where('id', '=', id).returningAll(),
)

/** Deletes all sessions of a person except one and returns the deleted ones. */
export const deleteOtherSessions = all(
  (db, { personId, except }: Values<{ personId: string; except: string }>) =>
    db
      .deleteFrom('sessions')
      .where('person_id', '=', personId)
      .where('token_hash', '<>', except)
      .returningAll(),
)
