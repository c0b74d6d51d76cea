import { Text } from '@mantine/core'
import type { HomeReview } from '#contract/reviews.ts'
import styles from './next-review-card.module.css'

/** Announces, also to screen readers, that the reviewer is in the call. */
export function ReviewerWaitingNotice({
  review: { reviewer, reviewerWaits },
}: {
  review: HomeReview
}) {
  return (
    <div role="status" className={styles.waits}>
      {reviewerWaits && reviewer && (
        <Text fw={600}>{reviewer.name} is waiting for you in the room.</Text>
      )}
    </div>
  )
}
