import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Review } from '#contract/reviews.ts'
import styles from './review-grid.module.css'

type Props = {
  /** What is listed, for who cannot see the heading. */
  label: string
  reviews: Review[]
  children: (review: Review) => ReactNode
}

/** Reviews as cards side by side, as many as fit. */
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
