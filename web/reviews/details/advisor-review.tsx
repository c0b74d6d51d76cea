import { Text } from '@mantine/core'
import { type Ref, useEffect, useRef } from 'react'
import { lastWeek } from '#contract/limits/limits.ts'
import { type Review, reviewRefusals } from '#contract/reviews/reviews.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import type { AdvisorOrAdmin } from '../api.ts'
import { DecisionButtons } from '../deciding/decision-buttons.tsx'
import { EditableTaskStatus } from '../marking/editable-task-status.tsx'
import { DecisionMade } from './decision-made.tsx'
import { ReviewDetails } from './review-details.tsx'

/**
 * A review's details for those who decide on it. The decision comes first once the marks are in;
 * for a review without a meeting it is what is left to do.
 */
export function AdvisorReview({
  review,
  viewerRole,
}: {
  review: Review
  viewerRole: AdvisorOrAdmin
}) {
  const asked = useDecision(review)
  const decision = review.isClosed ? (
    <DecisionMade review={review} titleRef={asked.titleRef} />
  ) : (
    <DecisionCard review={review} {...asked} />
  )
  const isFirst = review.isClosed || review.status === 'conducted'
  return (
    <ReviewDetails
      review={review}
      viewer={viewerRole}
      decision={isFirst && decision}
      tasks={!review.isClosed && <EditableTaskStatus review={review} />}
    >
      {!isFirst && decision}
    </ReviewDetails>
  )
}

/** The refs of question and answer: when one replaces the other, it takes over the focus. */
function useDecision({ isClosed }: Review) {
  const titleRef = useRef<HTMLHeadingElement>(null)
  const wasClosed = useRef(isClosed)
  const isDecidedHere = useRef(false)
  useEffect(() => {
    if (wasClosed.current === isClosed) return
    wasClosed.current = isClosed
    // After a decision in another tab the focus stays where it is. It may also still be in the
    // closing dialog.
    const { activeElement } = document
    const isAsked = activeElement?.closest('[role=dialog]') !== null
    const goesAlong = isDecidedHere.current || isAsked || activeElement === document.body
    isDecidedHere.current = false
    if (goesAlong) titleRef.current?.focus()
  }, [isClosed])
  const onDecide = (isUnderWay: boolean) => {
    isDecidedHere.current = isUnderWay
  }
  return { titleRef, onDecide }
}

type Props = {
  review: Review
  titleRef: Ref<HTMLHeadingElement>
  /** Called when a decision is sent from this page, and when it is refused. */
  onDecide: (isUnderWay: boolean) => void
}

/** Asks how the student continues and says what either answer does. */
function DecisionCard({ review, titleRef, onDecide }: Props) {
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
