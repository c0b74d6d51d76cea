import { listReviews } from '#contract/reviews.ts'
import { useCall } from '#web/kit/call/query.ts'
import { useRole } from '#web/kit/page/role.ts'

/** Who follows other people's reviews. */
export type Colleague = 'advisor' | 'reviewer'

/** Whose area the screen lies in, for the screens that advisors and reviewers share. */
export function useColleague(): Colleague {
  return useRole() === 'reviewer' ? 'reviewer' : 'advisor'
}

/** One of a colleague's reviews. */
export function useReview(role: Colleague, id: string, options: { enabled?: boolean } = {}) {
  const query = useCall(listReviews[role], { query: { id } }, options)
  return { ...query, data: query.data?.[0] }
}
