import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { useReview } from './api.ts'
import { AdvisorReview } from './details/advisor-review.tsx'
import { ReviewPage } from './details/review-page.tsx'
import { canBookSlot } from './format.ts'

/** One of the advisor's reviews. */
export function AdvisorReviewPage() {
  const { id = '' } = useParams()
  return (
    <ReviewPage
      query={useReview('advisor', id)}
      viewer="advisor"
      crumbs={[{ label: 'Reviews List', to: paths.advisorReviews }]}
      action={(review) =>
        canBookSlot(review) && (
          <Button component={Link} to={paths.scheduleReview(review._id)}>
            Book slot
          </Button>
        )
      }
    >
      {(review) => <AdvisorReview review={review} viewerRole="advisor" />}
    </ReviewPage>
  )
}
