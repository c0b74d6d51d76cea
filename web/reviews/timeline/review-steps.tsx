import { VisuallyHidden } from '@mantine/core'
import type { Review } from '#contract/reviews/reviews.ts'
import styles from './review-steps.module.css'
import type { TimelineStep } from './timeline-steps.ts'
import { useTimelineSteps } from './use-timeline-steps.ts'

/** A review's steps and dates: due, booked, held, marked, decided. Shown by icon and text. */
export function ReviewSteps({ review }: { review: Review }) {
  return (
    <ol className={styles.life} aria-label="Review timeline">
      {useTimelineSteps(review).map((step) => (
        <li key={step.name} className={styles.step} data-is={step.is}>
          <Point is={step.is} />
          <span className={styles.word}>
            {step.word}
            {step.is === 'present' && <VisuallyHidden>, present step,</VisuallyHidden>}
          </span>{' '}
          <When {...step} />
        </li>
      ))}
    </ol>
  )
}

/** A tick for what is done, and a flag for the deadline. */
const drawings = { past: 'M3.5 7.5 6 10l4.5-5.5', deadline: 'M3 13V1.5h8L8.5 4.5l2.5 3H3' }

function Point({ is }: Pick<TimelineStep, 'is'>) {
  const drawn = is === 'past' || is === 'deadline' ? drawings[is] : undefined
  return (
    <span className={styles.point} data-is={is} aria-hidden="true">
      {drawn && (
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d={drawn} />
        </svg>
      )}
    </span>
  )
}

function When({ when, dateTime, note }: TimelineStep) {
  return (
    <span className={styles.when}>
      {when && <time dateTime={dateTime ?? undefined}>{when}</time>}
      {when && note && ' '}
      {note === 'overdue' ? <span className={styles.overdue}>{note}</span> : note}
    </span>
  )
}
