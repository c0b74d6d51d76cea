import type { PageAsked } from '#contract/kit/endpoint.ts'
import { failedLoginsAllowed } from '#contract/limits.ts'
import type { Context } from '#server/kit/context.ts'
import type { Db } from '#server/kit/database.ts'
import { type Listing, preparedPages } from '#server/kit/paging.ts'
import { type Gaps, prepared } from '#server/kit/prepared.ts'
import { type Ended, endedBefore, whereLive } from '#server/kit/session.ts'
import type { Tables } from '#server/kit/tables.ts'

/** Where a login came from, and for which account. */
export type Attempt = { email: string; address: string }

/**
 * When the last of the allowed failures happened, counted back from the newest, for the account
 * or the address; undefined while fewer than that are younger than `since`.
 */
export async function readLastAllowedFailure(
  db: Db,
  by: 'email' | 'address',
  value: string,
  since: number,
): Promise<number | undefined> {
  return (await lastAllowed[by].first(db, { value, since }))?.failed_at
}

const lastAllowed = { email: lastAllowedBy('email'), address: lastAllowedBy('address') }

function lastAllowedBy(by: 'email' | 'address') {
  return prepared(
    ['value', 'since'],
    (db, { value, since }: Gaps<{ value: string; since: number }>) =>
      db
        .selectFrom('login_failures')
        .select('failed_at')
        .where(by, '=', value)
        .where('failed_at', '>', since)
        .orderBy('failed_at', 'desc')
        .offset(failedLoginsAllowed - 1)
        .limit(1),
  )
}

type Failure = Attempt & { id: string; failed_at: number }

/** Notes a failed login. */
export async function insertFailure(db: Db, failure: Failure): Promise<void> {
  await inserted.all(db, failure)
}

const inserted = prepared(['id', 'email', 'address', 'failed_at'], (db, row: Gaps<Failure>) =>
  db.insertInto('login_failures').values(row),
)

/** Sweeps the failures that no longer count. */
export async function deleteFailuresUntil(db: Db, until: number): Promise<void> {
  await swept.all(db, { until })
}

const swept = prepared(['until'], (db, { until }: Gaps<{ until: number }>) =>
  db.deleteFrom('login_failures').where('failed_at', '<=', until),
)

/** A page of a person's sessions that have not ended, the newest first. */
export function readSessions(context: Context, personId: string, asked: PageAsked) {
  return sessions(context.db, { personId, ...endedBefore(context.clock()) }, asked)
}

const newestFirst: Listing<Omit<Tables['sessions'], 'person_id'>> = {
  order: { columns: ['sessions.created_at', 'sessions.id'], direction: 'desc' },
  keyOf: (row) => [row.created_at, row.id],
}

const sessions = preparedPages(
  ['personId', 'lastUse', 'beginning'],
  newestFirst,
  (db, { personId, ...ended }: Gaps<{ personId: string } & Ended>, part) =>
    part(
      whereLive(db, ended)
        .select(['sessions.id', 'sessions.token_hash', 'sessions.created_at', 'sessions.used_at'])
        .select(['sessions.user_agent', 'sessions.address'])
        .where('sessions.person_id', '=', personId),
    ),
)
