import { type RawBuilder, sql } from 'kysely'
import type { RoleAbleTo } from '#contract/roles.ts'

/** Somebody who may decide a student's week: the review's advisor, or any admin. */
export type AdvisorOrAdmin = { role: RoleAbleTo<'decide weeks'>; personId: string }

/** The advisor whose reviews the caller may change; null for an admin, who may change all. */
export function getAdvisorId({ role, personId }: AdvisorOrAdmin): string | null {
  return role === 'admin' ? null : personId
}

/** A review's id and the advisor it must belong to; null means any (an admin is calling). */
export type AdvisorScope = { id: string; advisorId: string | null }

/** Whether the review belongs to this advisor; true for any review if `advisorId` is null. */
export const isAdvisedBy = (advisorId: RawBuilder<string | null>, reviews = 'reviews') =>
  sql<boolean>`coalesce(${advisorId}, ${sql.ref(`${reviews}.advisor_id`)}, '')
    = coalesce(${sql.ref(`${reviews}.advisor_id`)}, '')`
