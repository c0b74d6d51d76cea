import { Alert, Anchor } from '@mantine/core'
import { Link, useParams } from 'react-router'
import type { Review } from '#contract/reviews/reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { useNow } from '#web/kit/live/now.ts'
import { paths } from '#web/paths.ts'
import { useReview } from './api.ts'
import { ReviewDetails } from './details/review-details.tsx'
import { ReviewPage } from './details/review-page.tsx'
import { JoinCallButton } from './join-call-button.tsx'
import { EditableMark } from './marking/editable-mark.tsx'
import { EditablePendingTasks } from './marking/editable-pending-tasks.tsx'
import { isOver } from './timeline/review-phase.ts'

/** A review as its reviewer sees it, with editable marks and pending tasks. */
export function ReviewerReviewPage() {
  const { id = '' } = useParams()
  const query = useReview('reviewer', id, { handlesNotFound: true })
  const now = useNow()
  const owesMarks = (review: Review) => isOver(review, now)
  return (
    <ReviewPage
      query={query}
      viewer="reviewer"
      crumbs={[{ label: 'Reviews List', to: paths.reviewerReviews }]}
      isGone={query.isGone}
      note={query.isGone && <NotYours />}
      action={(review) =>
        canBeHeld(review) && (
          <JoinCallButton
            as="reviewer"
            review={review}
            variant={owesMarks(review) ? 'default' : 'filled'}
          />
        )
      }
    >
      {(review) => (
        <ReviewDetails
          review={review}
          viewer="reviewer"
          mark={<EditableMark review={review} isMain={owesMarks(review)} />}
          pending={<EditablePendingTasks review={review} />}
        />
      )}
    </ReviewPage>
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
