import { Skeleton } from '@mantine/core'
import styles from './review-details.module.css'

/** Placeholders for the timeline and the cards of a review's details. */
export function DetailSkeletons() {
  return (
    <div className={styles.cards} aria-busy="true">
      <Skeleton height={128} />
      <div className={`${styles.cards} ${styles.columns}`}>
        <div className={styles.column}>
          <Skeleton height={152} />
          <Skeleton height={120} />
        </div>
        <div className={styles.column}>
          <Skeleton height={296} />
          <Skeleton height={152} />
        </div>
      </div>
    </div>
  )
}
