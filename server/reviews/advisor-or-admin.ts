import { type RawBuilder, sql } from 'kysely'
import type { AbleTo } from '#contract/roles.ts'

/** Who guides the student of a review: its advisor, or an admin in the place of any. */
export type AdvisorOrAdmin = { role: AbleTo<'decide weeks'>; personId: string }

/** Whose reviews somebody guides; null for an admin, who guides all. */
export function getAdvisorId({ role, personId }: AdvisorOrAdmin): string | null {
  return role === 'admin' ? null : personId
}

/** A review by its id, and the advisor whose it must be; null for an admin, who may do for each. */
export type AdvisorScope = { id: string; advisorId: string | null }

/** The review is advised by this person, or by anybody where that is null. */
export const isAdvisedBy = (advisorId: RawBuilder<string | null>, reviews = 'reviews') =>
  sql<boolean>`coalesce(${advisorId}, ${sql.ref(`${reviews}.advisor_id`)}, '')
    = coalesce(${sql.ref(`${reviews}.advisor_id`)}, '')`
