import { definePaginatedList, type PageOrder } from '#server/database/list/paginate.ts'
import { one, run, type Values } from '#server/database/query.ts'
import type { Tables } from '#server/database/tables.ts'

const newestFirst: PageOrder<Pick<Tables['api_tokens'], 'id' | 'created_at'>> = {
  order: { columns: ['api_tokens.created_at', 'api_tokens.id'], direction: 'desc' },
  keyOf: (row) => [row.created_at, row.id],
}

type OfPerson = { personId: string }

/** Returns a page of a person's API tokens, newest first. */
export const readApiTokens = definePaginatedList(
  newestFirst,
  (db, { personId }: Values<OfPerson>) =>
    db
      .selectFrom('api_tokens')
      .select(['id', 'name', 'scopes', 'last_four', 'created_at', 'used_at', 'expires_at'])
      .where('person_id', '=', personId),
)

/** Counts the API tokens of a person that have not expired. */
export const countLiveTokens = one((db, { personId, now }: Values<OfPerson & { now: number }>) =>
  db
    .selectFrom('api_tokens')
    .select(db.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('expires_at', '>', now),
)

export const insertApiToken = run((db, token: Values<Tables['api_tokens']>) =>
  db.insertInto('api_tokens').values(token),
)
