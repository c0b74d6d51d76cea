import { listReviews, type ReviewStatus } from '#contract/reviews.ts'
import { useCall, useList } from '#web/kit/call/query.ts'
import { useRole } from '#web/kit/page/role.ts'

/** Who follows other people's reviews. */
export type Colleague = 'advisor' | 'reviewer'

/** Whose area the screen lies in, for the screens that advisors and reviewers share. */
export function useColleague(): Colleague {
  return useRole() === 'reviewer' ? 'reviewer' : 'advisor'
}

/** What a colleague's list is narrowed by (contract, section 3). */
export type ReviewFilter = {
  type?: 'booking'
  home?: 'true'
  open?: 'true'
  search?: string
  week?: string
  status?: ReviewStatus
}

/** A colleague's reviews, a page at a time. */
export function useReviews(role: Colleague, filter: ReviewFilter) {
  return useList(listReviews[role], { query: filter })
}

/** One of a colleague's reviews. */
export function useReview(role: Colleague, id: string, options: { enabled?: boolean } = {}) {
  const query = useCall(listReviews[role], { query: { id } }, options)
  return { ...query, data: query.data?.[0] }
}
