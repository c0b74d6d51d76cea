import { notFound } from '#contract/kit/refusal.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useRole } from '#web/kit/page/role.ts'

/** The staff roles that follow other people's reviews. */
export type AdvisorOrReviewer = 'advisor' | 'reviewer'

/** Roles that may decide on a review: its advisor, or an admin for any review. */
export type AdvisorOrAdmin = RoleAbleTo<'decide weeks'>

/** The role of the current user. */
export function useAdvisorOrAdmin(): AdvisorOrAdmin {
  return useRole() === 'admin' ? 'admin' : 'advisor'
}

/** The staff role whose screen this is, for screens that advisors and reviewers share. */
export function useAdvisorOrReviewer(): AdvisorOrReviewer {
  return useRole() === 'reviewer' ? 'reviewer' : 'advisor'
}

type Options = { enabled?: boolean; handlesNotFound?: boolean }

/** A review of the current staff member from the cache; `isGone` once it was taken from them. */
export function useReview(role: AdvisorOrReviewer, id: string, options: Options = {}) {
  const query = useApiQuery(listReviews[role], { query: { id } }, options)
  const data = query.data?.[0]
  const { error } = query
  const isNotFound = error instanceof ApiError && error.status === notFound.status
  return { ...query, data, isGone: isNotFound && data !== undefined }
}
