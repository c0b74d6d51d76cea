import { useEffect, useRef } from 'react'
import type { Review } from '#contract/reviews/reviews.ts'
import type { AdvisorOrAdmin } from '../api.ts'
import { EditTaskStatus } from '../marking/edit-task-status.tsx'
import { DecisionCard } from './decision-card.tsx'
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
      tasks={!review.isClosed && <EditTaskStatus review={review} />}
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
