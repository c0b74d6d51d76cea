import { Badge } from '@mantine/core'
import type { Review, ReviewStatus } from '#contract/reviews/reviews.ts'

export const statusLabels: Record<ReviewStatus, string> = {
  'not-scheduled': 'Not scheduled',
  'review-scheduled': 'Scheduled',
  conducted: 'Marked',
}

/** The status of a review, and 'closed' if it is. */
export function ReviewStatusBadge({ review }: { review: Review }) {
  return (
    <Badge variant="default" tt="none" size="lg" fw={500}>
      {statusLabels[review.status]}
      {review.isClosed && ', closed'}
    </Badge>
  )
}
