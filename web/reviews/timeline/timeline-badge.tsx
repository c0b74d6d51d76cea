import type { Review } from '#contract/reviews.ts'
import styles from './timeline-badge.module.css'
import { formatTimeline, type TimelineStep } from './timeline-steps.ts'
import { useTimelineSteps } from './use-timeline-steps.ts'

/** A review's life as five points and the word of the present step, for a card. */
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

/** The five points alone, for where a word stands beside them; `label` says them all. */
export function TimelineDots({ steps, label }: { steps: TimelineStep[]; label: string }) {
  return (
    <span className={styles.points} role="img" aria-label={label}>
      {steps.map(({ name, is }) => (
        <span key={name} className={styles.point} data-is={is} />
      ))}
    </span>
  )
}
