import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { type Review, waitsForSlot } from '#contract/reviews.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useReview } from './api.ts'
import { Decided } from './details/decided.tsx'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { EditTaskStatus } from './details/edit/edit-task-status.tsx'
import { FollowWeek } from './details/follow-week.tsx'
import { ReviewCards } from './details/review-cards.tsx'
import { usePlanMenu } from './plans/use-plan-menu.tsx'
import { reviewName } from './review-name.ts'
import { ReviewStatusBadge } from './review-status.tsx'

/** One of the advisor's reviews; another one is another screen. */
export function AdvisorReviewPage() {
  const { id = '' } = useParams()
  return <ReviewScreen id={id} key={id} />
}

function ReviewScreen({ id }: { id: string }) {
  const query = useReview('advisor', id)
  return (
    <Page
      title={reviewName(query.data)}
      eyebrow="Review Details"
      isNowhere={query.isError && !query.data}
      trail={[{ label: 'Reviews List', to: paths.advisorReviews }]}
      state={query.data ? <ReviewStatusBadge review={query.data} /> : null}
      menu={usePlanMenu(query.data, 'advisor')}
      action={query.data && waitsForSlot(query.data) && <BookSlot review={query.data} />}
    >
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => <Details review={review} />}
      </Loaded>
    </Page>
  )
}

function BookSlot({ review }: { review: Review }) {
  return (
    <Button component={Link} to={paths.scheduleReview(review._id)}>
      Book slot
    </Button>
  )
}

/** Once the marks are in the decision stands first; without a meeting it is what is left to do. */
function Details({ review }: { review: Review }) {
  const asked = useDecision(review)
  const decision = review.isClosed ? (
    <Decided review={review} titleRef={asked.titleRef} />
  ) : (
    <FollowWeek review={review} {...asked} />
  )
  const isFirst = review.isClosed || review.status === 'conducted'
  return (
    <ReviewCards
      review={review}
      viewer="advisor"
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
