import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Review } from '#contract/reviews/reviews.ts'
import styles from './review-card-grid.module.css'

type Props = {
  /** The accessible name of the list. */
  label: string
  reviews: Review[]
  children: (review: Review) => ReactNode
}

/** Reviews as cards in as many columns as fit. */
export function ReviewGrid({ label, reviews, children }: Props) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {reviews.map((review) => (
        <Card component="li" withBorder key={review._id}>
          {children(review)}
        </Card>
      ))}
    </ul>
  )
}
