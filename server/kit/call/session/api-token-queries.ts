import type { Db } from '#server/database/connect.ts'
import { all, first, run, type Values } from '#server/database/query.ts'
import { withCaller } from './session-queries.ts'

type Asked = { tokenHash: string; now: number }

function selectApiToken(db: Db, { tokenHash, now }: Values<Asked>) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('people', 'people.id', 'api_tokens.person_id')
    .select(['api_tokens.id as token_id', 'api_tokens.name as token_name', 'api_tokens.scopes'])
    .select('api_tokens.used_at')
    .where('api_tokens.token_hash', '=', tokenHash)
    .where('api_tokens.expires_at', '>', now)
    .where('people.blocked_at', 'is', null)
    .where('people.verified_at', 'is not', null)
}

/** Reads a live API token with its owner, and whether they need and have a second factor. */
export const readApiToken = first((db, asked: Values<Asked>) =>
  withCaller(selectApiToken(db, asked)),
)

/** Reads and locks a live API token, as `lockSession` does a session. */
export const lockApiTokenRow = first((db, asked: Values<Asked>) =>
  withCaller(selectApiToken(db, asked).forKeyShare('api_tokens').skipLocked()),
)

/** Updates the last use of an API token. */
export const touchApiToken = run((db, { tokenHash, now }: Values<Asked>) =>
  db.updateTable('api_tokens').set({ used_at: now }).where('token_hash', '=', tokenHash),
)

type OfPerson = { personId: string }

/** Deletes an API token of a person, and returns it. */
export const deleteApiToken = all((db, { personId, id }: Values<OfPerson & { id: string }>) =>
  db.deleteFrom('api_tokens').where('person_id', '=', personId).where('id', '=', id).returningAll(),
)

/** Deletes all API tokens of a person and returns them. */
export const deleteApiTokens = all((db, { personId }: Values<OfPerson>) =>
  db.deleteFrom('api_tokens').where('person_id', '=', personId).returningAll(),
)
