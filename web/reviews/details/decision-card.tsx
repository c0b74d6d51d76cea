import { Text } from '@mantine/core'
import type { Ref } from 'react'
import { lastWeek } from '#contract/limits/limits.ts'
import { type Review, reviewRefusals } from '#contract/reviews/reviews.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { DecisionButtons } from '../deciding/decision-buttons.tsx'

type Props = {
  review: Review
  titleRef: Ref<HTMLHeadingElement>
  /** Called when a decision is sent from this page, and when it is refused. */
  onDecide: (isUnderWay: boolean) => void
}

/** Asks how the student continues and says what either answer does. */
export function DecisionCard({ review, titleRef, onDecide }: Props) {
  const isMarked = review.status === 'conducted'
  return (
    <SectionCard title={`What is next for ${review.student.name}?`} titleRef={titleRef} isQuestion>
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
    </SectionCard>
  )
}
