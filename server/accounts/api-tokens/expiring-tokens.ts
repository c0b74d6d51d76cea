import { all, type Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'

/**
 * Returns the API tokens that expire within a time (ms), and live longer than that, soonest first,
 * with the names of their owners.
 */
export function findExpiringTokens({ db, clock }: Context, withinMs: number) {
  const now = clock()
  return readExpiring(db, { now, until: now + withinMs, withinMs })
}

const readExpiring = all((db, { now, until, withinMs }: Values<Span>) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('people', 'people.id', 'api_tokens.person_id')
    .select(['api_tokens.id', 'people.name as owner'])
    .where('api_tokens.expires_at', '>', now)
    .where('api_tokens.expires_at', '<=', until)
    .where(({ eb, ref }) =>
      eb(eb('api_tokens.expires_at', '-', ref('api_tokens.created_at')), '>', withinMs),
    )
    .orderBy('api_tokens.expires_at')
    .orderBy('api_tokens.id'),
)

type Span = { now: number; until: number; withinMs: number }
