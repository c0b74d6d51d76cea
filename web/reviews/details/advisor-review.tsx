import { useEffect, useRef } from 'react'
import type { Review } from '#contract/reviews.ts'
import type { AdvisorOrAdmin } from '../api.ts'
import { EditTaskStatus } from '../marking/edit-task-status.tsx'
import { DecisionCard } from './decision-card.tsx'
import { DecisionMade } from './decision-made.tsx'
import { ReviewCards } from './review-cards.tsx'

/**
 * A review's details for who decides about it. Once the marks are in the decision stands first;
 * without a meeting it is what is left to do.
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
    <ReviewCards
      review={review}
      viewer={viewerRole}
      decision={isFirst && decision}
      tasks={!review.isClosed && <EditTaskStatus review={review} />}
    >
      {!isFirst && decision}
    </ReviewCards>
  )
}

/** The question how the student goes on, or the answer: a focus that goes with the one goes to the other. */
function useDecision({ isClosed }: Review) {
  const titleRef = useRef<HTMLHeadingElement>(null)
  const wasClosed = useRef(isClosed)
  const isDecidedHere = useRef(false)
  useEffect(() => {
    if (wasClosed.current === isClosed) return
    wasClosed.current = isClosed
    // Whoever is elsewhere on the screen, as it was decided in another tab, stays there. The focus
    // may still be in the dialog, which goes.
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
