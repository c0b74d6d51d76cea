import { notFound } from '#contract/kit/refusal.ts'
import { listReviews } from '#contract/reviews.ts'
import type { AbleTo } from '#contract/roles.ts'
import { CallFailed } from '#web/kit/call/call.ts'
import { useCall } from '#web/kit/call/query.ts'
import { useRole } from '#web/kit/page/role.ts'

/** Who follows other people's reviews. */
export type StaffRole = 'advisor' | 'reviewer'

/** Who guides the student of a review: its advisor, or an admin in the place of any. */
export type AdvisorOrAdmin = AbleTo<'decide weeks'>

/** As which of them the reader is here. */
export function useAdvisorOrAdmin(): AdvisorOrAdmin {
  return useRole() === 'admin' ? 'admin' : 'advisor'
}

/** Whose area the screen lies in, for the screens that advisors and reviewers share. */
export function useStaffRole(): StaffRole {
  return useRole() === 'reviewer' ? 'reviewer' : 'advisor'
}

type Options = { enabled?: boolean; saysGone?: boolean }

/** One of a colleague's reviews, as it was last seen; `isGone` when it has been taken from them since. */
export function useReview(role: StaffRole, id: string, options: Options = {}) {
  const query = useCall(listReviews[role], { query: { id } }, options)
  const data = query.data?.[0]
  const { error } = query
  const isNotFound = error instanceof CallFailed && error.status === notFound.status
  return { ...query, data, isGone: isNotFound && data !== undefined }
}
