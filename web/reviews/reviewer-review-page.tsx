import { Alert, Anchor } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import type { Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useReview } from './api.ts'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { ReviewDetails } from './details/review-details.tsx'
import { formatReviewName } from './display/review-name.ts'
import { ReviewStatusBadge } from './display/review-status.tsx'
import { JoinCallButton } from './join-call-button.tsx'
import { EditableMark } from './marking/editable-mark.tsx'
import { EditablePendingTasks } from './marking/editable-pending-tasks.tsx'
import { useBookingMenu } from './rescheduling/use-booking-menu.tsx'
import { isOver } from './timeline/review-phase.ts'

/** A review as its reviewer sees it, with editable marks and pending tasks. */
export function ReviewerReviewPage() {
  const { id = '' } = useParams()
  const query = useReview('reviewer', id, { handlesNotFound: true })
  const { isGone } = query
  const now = useNow()
  const owesMarks = (review: Review) => isOver(review, now)
  return (
    <Page
      title={formatReviewName(query.data)}
      eyebrow="Review Details"
      isNowhere={query.isError && !query.data}
      crumbs={[{ label: 'Reviews List', to: paths.reviewerReviews }]}
      state={query.data ? <ReviewStatusBadge review={query.data} /> : null}
      menu={useBookingMenu(isGone ? undefined : query.data, 'reviewer')}
      action={
        query.data &&
        !isGone &&
        canBeHeld(query.data) && (
          <JoinCallButton
            as="reviewer"
            review={query.data}
            variant={owesMarks(query.data) ? 'default' : 'filled'}
          />
        )
      }
    >
      {isGone && <NotYours />}
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => (
          <ReviewDetails
            review={review}
            viewer="reviewer"
            mark={<EditableMark review={review} isMain={owesMarks(review)} />}
            pending={<EditablePendingTasks review={review} />}
          />
        )}
      </Loaded>
    </Page>
  )
}

/** Leaves unsaved input on the screen, so that it can be copied. */
function NotYours() {
  return (
    <Alert color="orange" variant="default" role="alert" title="This review is no longer yours">
      It was moved, cancelled, missed or decided without you. This page shows how it was.{' '}
      <Anchor component={Link} to={paths.reviewerReviews}>
        Go to your reviews
      </Anchor>
    </Alert>
  )
}
