import { sql } from 'kysely'

/** SQL condition on `people`: verified and not blocked. */
export const isActive = sql<boolean>`(people.verified_at is not null and people.blocked_at is null)`
