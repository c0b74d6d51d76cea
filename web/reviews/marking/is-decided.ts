import type { Review } from '#contract/reviews/reviews.ts'

/** Whether the advisor has decided on the marks, which then stay as they are. */
export function isDecided({ isClosed, status }: Review): boolean {
  return isClosed && status === 'conducted'
}
