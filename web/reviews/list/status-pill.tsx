import type { Review } from '#contract/reviews.ts'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { statusLabels } from '../display/review-status.tsx'
import { formatTimeline } from '../timeline/steps.ts'
import { TimelineDots } from '../timeline/timeline-badge.tsx'
import { useSteps } from '../timeline/use-steps.ts'

/** Where a review stands, with the points of its life. */
export function StatusPill({ review }: { review: Review }) {
  const steps = useSteps(review)
  const inWords = formatTimeline(steps)
  return (
    <StatePill title={inWords} sign={<TimelineDots steps={steps} label={inWords} />}>
      {statusLabels[review.status]}
    </StatePill>
  )
}
