import { dayMs, hourMs } from '#contract/kit/time/time.ts'
import { sessionIdleHours, sessionMaxDays } from '#contract/limits/accounts.ts'
import { listMax } from '#contract/limits.ts'
import { type Db, isPostgres } from '#server/database/open.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** The instants (ms since 1970) of the last use and of the beginning up to which sessions ended. */
export type SessionCutoffs = { lastUse: number; beginning: number }

/** Which sessions have ended at an instant (contract, section 2). */
export function getSessionCutoffs(now: number): SessionCutoffs {
  return { lastUse: now - sessionIdleHours * hourMs, beginning: now - sessionMaxDays * dayMs }
}

/** The sessions that have not ended, joined with the people they belong to. */
export function selectLiveSessions(db: Db, ended: SessionCutoffs | Values<SessionCutoffs>) {
  return db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .where('people.blocked_at', 'is', null)
    .where('sessions.used_at', '>', ended.lastUse)
    .where('sessions.created_at', '>', ended.beginning)
}

type Asked = { tokenHash: string } & SessionCutoffs

function selectSession(db: Db, { tokenHash, ...ended }: Values<Asked>) {
  return selectLiveSessions(db, ended)
    .leftJoin('second_factor_roles', 'second_factor_roles.role', 'people.role')
    .leftJoin('second_factors', 'second_factors.person_id', 'people.id')
    .select(['people.id', 'people.role', 'people.name', 'people.email', 'sessions.used_at'])
    .select(['second_factor_roles.role as required_role', 'second_factors.confirmed_at'])
    .where('sessions.token_hash', '=', tokenHash)
}

/** A live session with its person, and whether they must have a second factor and have one. */
export const readSession = first((db, asked: Values<Asked>) => selectSession(db, asked))

/**
 * The same, which nobody can end in PostgreSQL until the transaction is over; undefined also of one
 * that somebody is deleting, which is not waited for.
 */
export const lockSession = first((db, asked: Values<Asked>) => {
  const session = selectSession(db, asked)
  return isPostgres(db) ? session.forKeyShare('sessions').skipLocked() : session
})

/** Notes that a session is used. */
export const touchSession = run(
  (db, { tokenHash, now }: Values<{ tokenHash: string; now: number }>) =>
    db.updateTable('sessions').set({ used_at: now }).where('token_hash', '=', tokenHash),
)

/** Adds a session. */
export const insertSession = run((db, session: Values<Tables['sessions']>) =>
  db.insertInto('sessions').values(session),
)

/** Gives a session another token's hash, and returns its id; undefined when it has ended. */
export const replaceTokenHash = first(
  (db, { tokenHash, newHash }: Values<{ tokenHash: string; newHash: string }>) =>
    db
      .updateTable('sessions')
      .set({ token_hash: newHash })
      .where('token_hash', '=', tokenHash)
      .returning('id'),
)

/**
 * Deletes the sessions of a person that have ended; where a browser is notified, one that was not
 * used for long stays for all of its time.
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

/** Deletes all sessions of a person but the newest ones, and returns what it deleted. */
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
          // Some may have had far more before there was a bound: the next login ends the rest.
          .limit(listMax)
          .offset(kept),
      )
      .returningAll(),
)

/** Deletes one session, and returns it. */
export const deleteSession = all((db, { tokenHash }: Values<{ tokenHash: string }>) =>
  db.deleteFrom('sessions').where('token_hash', '=', tokenHash).returningAll(),
)

/** Deletes one session of a person, and returns it. */
export const deleteSessionById = all(
  (db, { personId, id }: Values<{ personId: string; id: string }>) =>
    db.deleteFrom('sessions').where('person_id', '=', personId).where('id', '=', id).returningAll(),
)

/** Deletes all sessions of a person but one, and returns what it deleted. */
export const deleteOtherSessions = all(
  (db, { personId, except }: Values<{ personId: string; except: string }>) =>
    db
      .deleteFrom('sessions')
      .where('person_id', '=', personId)
      .where('token_hash', '<>', except)
      .returningAll(),
)
