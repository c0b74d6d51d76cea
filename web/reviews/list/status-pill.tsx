import type { Review } from '#contract/reviews.ts'
import { StatePill } from '#web/kit/look/states/state-pill.tsx'
import { LifePoints } from '../life/life-sign.tsx'
import { lifeInWords } from '../life/steps.ts'
import { useSteps } from '../life/use-steps.ts'

/** Where a review stands, in the value that the specification asks for, with the points of its life. */
export function StatusPill({ review }: { review: Review }) {
  const steps = useSteps(review)
  const inWords = lifeInWords(steps)
  return (
    <StatePill title={inWords} sign={<LifePoints steps={steps} label={inWords} />}>
      {review.status}
    </StatePill>
  )
}
