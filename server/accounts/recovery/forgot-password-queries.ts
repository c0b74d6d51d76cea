import { all, didChange, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** The requests that count: after `since`, up to `until` (ms since 1970). */
type Window = { since: number; until: number }

type Row = Tables['forgotten_passwords']

export const insertResetRequest = run((db, ask: Values<Omit<Row, 'answered_at'>>) =>
  db.insertInto('forgotten_passwords').values({ ...ask, answered_at: null }),
)

/** Counts the requests for an email at a role's login. */
export const countResetRequests = one(
  (db, { role, email, since, until }: Values<Pick<Row, 'role' | 'email'> & Window>) =>
    db
      .selectFrom('forgotten_passwords')
      .select((select) => select.fn.countAll<number>().as('asks'))
      .where('email', '=', email)
      .where('role', '=', role)
      .where('asked_at', '>', since)
      .where('asked_at', '<=', until),
)

export const deleteResetRequestsOutside = run((db, { since, until }: Values<Window>) =>
  db
    .deleteFrom('forgotten_passwords')
    .where((where) => where.or([where('asked_at', '<=', since), where('asked_at', '>', until)])),
)

/** Returns requests made after `since` that have not been processed, oldest first. */
export const readPendingResetRequests = all((db, { since }: Values<{ since: number }>) =>
  db
    .selectFrom('forgotten_passwords')
    .select(['id', 'role', 'email', 'address', 'request_id'])
    .where('answered_at', 'is', null)
    .where('asked_at', '>', since)
    .orderBy('id')
    .limit(100),
)

/** Marks a request as processed; false if another process was faster. */
export const claimResetRequest = didChange((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('forgotten_passwords')
    .set({ answered_at: now })
    .where('id', '=', id)
    .where('answered_at', 'is', null),
)
