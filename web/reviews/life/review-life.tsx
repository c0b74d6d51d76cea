import { VisuallyHidden } from '@mantine/core'
import type { Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import styles from './review-life.module.css'
import { type LifeStep, lifeInWords, stepsOf } from './steps.ts'

type Props = { review: Review }

/** A review's life: due, booked, held, marked, decided, each with its date; the present one filled. */
export function ReviewLife({ review }: Props) {
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

/** The same as five points and the word of the present one, for a card. */
export function LifeSign({ review }: Props) {
  const steps = useSteps(review)
  const inWords = lifeInWords(steps)
  const present = steps.find(({ is }) => is === 'present')
  return (
    <span className={styles.sign} role="img" aria-label={inWords} title={inWords}>
      <span className={styles.points}>
        {steps.map(({ name, is }) => (
          <Point key={name} is={is} />
        ))}
      </span>
      {present?.word}
    </span>
  )
}

function useSteps(review: Review): LifeStep[] {
  return stepsOf(review, useNow(), useSchoolZone())
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
