import type { Review } from '#contract/reviews.ts'
import { Facts } from '#web/kit/list/facts.tsx'
import { WeekStatusDot } from '../week-status.tsx'

const noneYet = 'none yet'

/** A review's marks and how the week went, once there are any. */
export function MarkFacts({ review }: { review: Pick<Review, 'status' | 'mark'> }) {
  const { code, theory, weekStatus } = review.mark
  const isMarked = review.status === 'conducted'
  return (
    <Facts
      facts={{
        'Code mark': isMarked ? code : noneYet,
        'Theory mark': isMarked ? theory : noneYet,
        'Week status': <WeekStatusDot status={weekStatus} />,
      }}
    />
  )
}
