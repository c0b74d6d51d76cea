import type { Review } from '#contract/reviews/reviews.ts'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { statusLabels } from '../display/review-status.tsx'
import { TimelineDots } from '../timeline/timeline-badge.tsx'
import { formatTimeline } from '../timeline/timeline-steps.ts'
import { useTimelineSteps } from '../timeline/use-timeline-steps.ts'

export function StatusPill({ review }: { review: Review }) {
  const steps = useTimelineSteps(review)
  const inWords = formatTimeline(steps)
  return (
    <StatePill title={inWords} sign={<TimelineDots steps={steps} label={inWords} />}>
      {statusLabels[review.status]}
    </StatePill>
  )
}
