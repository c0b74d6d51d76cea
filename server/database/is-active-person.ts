import { sql } from 'kysely'

/** Of `people`: who can be given something to do, for they are verified and not blocked. */
export const isActive = sql<boolean>`(people.verified_at is not null and people.blocked_at is null)`
