import { first, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Tables['oidc_attempts']
type Asked = { secretHash: string; now: number }

export const insertAttempt = run((db, row: Values<Row>) =>
  db.insertInto('oidc_attempts').values(row),
)

/** Reads an attempt that has not expired. */
export const readAttempt = first((db, { secretHash, now }: Values<Asked>) =>
  db
    .selectFrom('oidc_attempts')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now),
)

/** Deletes an attempt and returns it; undefined if it has expired or another call was faster. */
export const deleteAttempt = first((db, { secretHash, now }: Values<Asked>) =>
  db
    .deleteFrom('oidc_attempts')
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .returningAll(),
)
