import { useParams } from 'react-router'
import { getWeeklyReview } from '#contract/reviews/reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { ReviewDetails } from './details/review-details.tsx'
import { ReviewPage } from './details/review-page.tsx'
import { JoinCallButton } from './join-call-button.tsx'

/** A student's own review, read-only. */
export function StudentReviewPage() {
  const { id = '' } = useParams()
  return (
    <ReviewPage
      query={useApiQuery(getWeeklyReview, { query: { week: id } })}
      viewer="student"
      crumbs={[{ label: 'Manifest', to: paths.manifest }]}
      action={(review) =>
        canBeHeld(review) &&
        !review.isReviewerBlocked && <JoinCallButton as="student" review={review} />
      }
    >
      {(review) => <ReviewDetails review={review} viewer="student" />}
    </ReviewPage>
  )
}
