import { Badge } from '@mantine/core'
import type { Review } from '#contract/reviews.ts'

/** Where a review stands: not-scheduled, review-scheduled or conducted, and closed if it is. */
export function ReviewStatusBadge({ review }: { review: Review }) {
  return (
    <Badge variant="default" tt="none" size="lg" fw={500}>
      {review.status}
      {review.isClosed && ', closed'}
    </Badge>
  )
}
