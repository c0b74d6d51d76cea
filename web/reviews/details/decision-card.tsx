import { Text } from '@mantine/core'
import type { Ref } from 'react'
import { lastWeek } from '#contract/limits.ts'
import { type Review, reviewRefusals } from '#contract/reviews.ts'
import { DecisionButtons } from '../deciding/decision-buttons.tsx'
import { DetailCard } from './detail-card.tsx'

type Props = {
  review: Review
  titleRef: Ref<HTMLHeadingElement>
  /** Told when a decision of this page is on its way, and when it was refused. */
  onDecide: (isUnderWay: boolean) => void
}

/** The question how the student goes on, with what either answer does. */
export function DecisionCard({ review, titleRef, onDecide }: Props) {
  const isMarked = review.status === 'conducted'
  return (
    <DetailCard title={`What is next for ${review.student.name}?`} titleRef={titleRef} isQuestion>
      <Text size="md">
        {isMarked
          ? 'The marks are in. Either choice closes this review and opens the next one.'
          : 'This review has no marks yet. Either choice closes it and opens the next one.'}
        {review.week === lastWeek && ` ${reviewRefusals.lastWeek.message}.`}
      </Text>
      <DecisionButtons
        review={review}
        suggested={isMarked ? 'filled' : 'default'}
        onDecide={onDecide}
      />
    </DetailCard>
  )
}
