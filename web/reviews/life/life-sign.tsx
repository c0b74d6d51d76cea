import type { Review } from '#contract/reviews.ts'
import styles from './life-sign.module.css'
import { lifeInWords } from './steps.ts'
import { useSteps } from './use-steps.ts'

/** A review's life as five points and the word of the present step, for a card. */
export function LifeSign({ review }: { review: Review }) {
  const steps = useSteps(review)
  const inWords = lifeInWords(steps)
  return (
    <span className={styles.sign} role="img" aria-label={inWords} title={inWords}>
      <span className={styles.points}>
        {steps.map(({ name, is }) => (
          <span key={name} className={styles.point} data-is={is} />
        ))}
      </span>
      {steps.find(({ is }) => is === 'present')?.word}
    </span>
  )
}
