import type { Review } from '#contract/reviews/reviews.ts'
import styles from './timeline-badge.module.css'
import { formatTimeline, type TimelineStep } from './timeline-steps.ts'
import { useTimelineSteps } from './use-timeline-steps.ts'

/** A review's timeline as five dots with the label of the present step. */
export function TimelineBadge({ review }: { review: Review }) {
  const steps = useTimelineSteps(review)
  const inWords = formatTimeline(steps)
  return (
    <span className={styles.sign} title={inWords}>
      <TimelineDots steps={steps} label={inWords} />
      <span aria-hidden="true">{steps.find(({ is }) => is === 'present')?.word}</span>
    </span>
  )
}

/** Only the five dots, where the label is next to them; `label` is their accessible name. */
export function TimelineDots({ steps, label }: { steps: TimelineStep[]; label: string }) {
  return (
    <span className={styles.points} role="img" aria-label={label}>
      {steps.map(({ name, is }) => (
        <span key={name} className={styles.point} data-is={is} />
      ))}
    </span>
  )
}
