import { useNavigate } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { paths } from '#web/paths.ts'

/** Stands around a change by which a review is no longer its reviewer's: nothing may ask for it again. */
export function useNavigateAfterChange(role: Role) {
  const navigate = useNavigate()
  return async <Reply>(change: () => Promise<Reply>): Promise<Reply> => {
    const done = await change()
    if (role === 'reviewer') await navigate(paths.reviewerReviews)
    return done
  }
}
