import type { ReviewStatus } from '#contract/reviews.ts'
import { StatePill } from '#web/kit/look/states/state-pill.tsx'

/** How far a review is with it. */
const signs = { 'not-scheduled': 'empty', 'review-scheduled': 'half', conducted: 'full' } as const

/** Where a review stands, in the value that the specification asks for. */
export function StatusPill({ status }: { status: ReviewStatus }) {
  return <StatePill sign={signs[status]}>{status}</StatePill>
}
