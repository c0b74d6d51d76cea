import { all, didChange, one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

/** The asks that count: those after `since` and not after `until` (ms since 1970). */
type Window = { since: number; until: number }

type Row = Tables['forgotten_passwords']

/** Notes that somebody asks for a new password. */
export const insertResetRequest = run((db, ask: Values<Omit<Row, 'answered_at'>>) =>
  db.insertInto('forgotten_passwords').values({ ...ask, answered_at: null }),
)

/** How often a new password was asked for with an email at a role's login. */
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

/** Removes the asks that do not count. */
export const deleteResetRequestsOutside = run((db, { since, until }: Values<Window>) =>
  db
    .deleteFrom('forgotten_passwords')
    .where((where) => where.or([where('asked_at', '<=', since), where('asked_at', '>', until)])),
)

/** The asks of which nobody has looked up who it was, the oldest first. */
export const readPendingResetRequests = all((db) =>
  db
    .selectFrom('forgotten_passwords')
    .select(['id', 'role', 'email', 'address', 'request_id'])
    .where('answered_at', 'is', null)
    .orderBy('id')
    .limit(100),
)

/** Takes an ask on; false when another process was faster. */
export const claimResetRequest = didChange((db, { id, now }: Values<{ id: string; now: number }>) =>
  db
    .updateTable('forgotten_passwords')
    .set({ answered_at: now })
    .where('id', '=', id)
    .where('answered_at', 'is', null),
)
