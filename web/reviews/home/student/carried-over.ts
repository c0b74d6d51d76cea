import type { Review } from '#contract/reviews.ts'

type Held = Readonly<Pick<Review, '_id' | 'status'>> & { pendingTask: readonly string[] }

/**
 * The review before one, of all of a student's, oldest first, if it left something to do; that
 * is shown until the next review has been held.
 */
export function carriedOver<R extends Held>(reviews: R[], present: Held): R | undefined {
  if (present.status === 'conducted') return undefined
  const at = reviews.findIndex(({ _id }) => _id === present._id)
  const before = at > 0 ? reviews[at - 1] : undefined
  return before && before.pendingTask.length > 0 ? before : undefined
}
