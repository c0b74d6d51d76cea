import { Card, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { useAdvisorOrReviewer } from '../api.ts'
import { ProgressLink } from '../display/progress-link.tsx'
import { TimelineBadge } from '../timeline/timeline-badge.tsx'
import { type MainButtonVariant, ReviewButtons } from './review-buttons.tsx'
import styles from './review-card.module.css'

type Props = {
  review: Review
  /** The current facts about the review. */
  about: ReactNode
  variant?: MainButtonVariant
  /** Whether it waits for marks. */
  isOwed?: boolean
  /** Collapsible content below the card. */
  below?: ReactNode
  /** The element: 'li', or 'div' inside another list item. */
  component?: 'li' | 'div'
  /** Actions. */
  children?: ReactNode
}

/** A compact card of a review on a staff home: student, week, facts, actions. */
export function ReviewCard({
  review,
  about,
  variant = 'default',
  isOwed = false,
  below,
  component = 'li',
  children,
}: Props) {
  const { _id, student, week } = review
  const isAdvisor = useAdvisorOrReviewer() === 'advisor'
  return (
    <Card component={component} withBorder className={styles.card ?? ''}>
      <div className={styles.who}>
        <Avatar person={student} />
        <div>
          <div className={styles.name}>
            <Title order={3} fz="sm" lh="20px" id={toNameId(_id)} tabIndex={-1}>
              {isAdvisor ? <ProgressLink student={student} /> : student.name}
            </Title>
            <Text size="sm" lh="20px" c="dimmed">
              Week {formatWeekNumber(week)}
            </Text>
            <TimelineBadge review={review} />
          </div>
          <Text size="sm" lh="20px" component="div">
            {about}
          </Text>
        </div>
      </div>
      <div className={styles.actions}>
        {children}
        <ReviewButtons review={review} variant={variant} isOwed={isOwed} />
      </div>
      {below && <div className={styles.below}>{below}</div>}
    </Card>
  )
}

export function toNameId(review: string): string {
  return `name-${review}`
}
