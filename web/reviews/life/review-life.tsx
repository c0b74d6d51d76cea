import { VisuallyHidden } from '@mantine/core'
import type { Review } from '#contract/reviews.ts'
import styles from './review-life.module.css'
import type { LifeStep } from './steps.ts'
import { useSteps } from './use-steps.ts'

/** A review's life: due, booked, held, marked, decided, each with its date; the present one filled. */
export function ReviewLife({ review }: { review: Review }) {
  return (
    <ol className={styles.life} aria-label="Life of this review">
      {useSteps(review).map((step) => (
        <li
          key={step.name}
          className={styles.step}
          data-is={step.is}
          aria-current={step.is === 'present' ? 'step' : undefined}
        >
          <Point is={step.is} />
          <span className={styles.word}>{step.word}</span> <When {...step} />
        </li>
      ))}
    </ol>
  )
}

function Point({ is }: Pick<LifeStep, 'is'>) {
  return <span className={styles.point} data-is={is} aria-hidden="true" />
}

function When({ when, dateTime, note }: LifeStep) {
  const said = note === 'not yet' ? <VisuallyHidden>{note}</VisuallyHidden> : note
  return (
    <span className={styles.when}>
      {when && <time dateTime={dateTime ?? undefined}>{when}</time>}
      {when && note && ' '}
      {note === 'overdue' ? <span className={styles.overdue}>{note}</span> : said}
    </span>
  )
}
