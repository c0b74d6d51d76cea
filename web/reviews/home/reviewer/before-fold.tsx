import { Skeleton, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import type { Review } from '#contract/reviews.ts'
import { useLazy } from '#web/kit/later/use-lazy.ts'
import { RightIcon } from '#web/kit/look/icons/icons.tsx'
import styles from '../fold.module.css'

const loadBefore = () => import('./before.tsx').then(({ Before }) => Before)

/** What a student brings along to a review, one click away: the last marks, and what is pending. */
export function BeforeFold({ review }: { review: Review }) {
  const [isOpen, setOpen] = useState(false)
  const Before = useLazy(loadBefore, { orWhenTouched: true })
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
