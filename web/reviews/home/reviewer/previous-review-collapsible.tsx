import { Skeleton, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import type { Review } from '#contract/reviews/reviews.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { RightIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from '../collapsible-section.module.css'

const loadBefore = () =>
  import('./previous-review.tsx').then(({ PreviousReview }) => PreviousReview)

/** The student's last marks and pending tasks, collapsed. */
export function PreviousReviewCollapsible({ review }: { review: Review }) {
  const [isOpen, setOpen] = useState(false)
  const Before = useLazyComponent(loadBefore, { afterInteraction: true })
  const id = useId()
  return (
    <div>
      <UnstyledButton
        className={styles.fold ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Last marks and pending tasks of ${review.student.name}`}
        onClick={() => setOpen(!isOpen)}
      >
        <RightIcon />
        Last marks and pending tasks
      </UnstyledButton>
      <div id={id}>
        {isOpen && (Before ? <Before review={review} /> : <Skeleton height={120} />)}
      </div>
    </div>
  )
}
