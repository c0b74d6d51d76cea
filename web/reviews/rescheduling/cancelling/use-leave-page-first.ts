import { useNavigate } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'

/**
 * Wraps a change that takes the review from its reviewer: leaves its screen first, so that it is
 * not fetched again.
 */
export function useLeavePageFirst(role: Role) {
  const navigate = useNavigate()
  return async <Reply>(change: () => Promise<Reply>): Promise<Reply> => {
    const done = await change()
    if (role === 'reviewer') await navigate(paths.reviewerReviews)
    return done
  }
}
