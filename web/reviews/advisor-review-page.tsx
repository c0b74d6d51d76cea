import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import type { Review } from '#contract/reviews.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useReview } from './api.ts'
import { AdvisorReview } from './details/advisor-review.tsx'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { formatReviewName } from './display/review-name.ts'
import { ReviewStatusBadge } from './display/review-status.tsx'
import { canBookSlot } from './format.ts'
import { useBookingMenu } from './rescheduling/use-booking-menu.tsx'

/** One of the advisor's reviews. Keyed by id, so that another review mounts anew. */
export function AdvisorReviewPage() {
  const { id = '' } = useParams()
  return <ReviewScreen id={id} key={id} />
}

function ReviewScreen({ id }: { id: string }) {
  const query = useReview('advisor', id)
  return (
    <Page
      title={formatReviewName(query.data)}
      eyebrow="Review Details"
      isNowhere={query.isError && !query.data}
      crumbs={[{ label: 'Reviews List', to: paths.advisorReviews }]}
      state={query.data ? <ReviewStatusBadge review={query.data} /> : null}
      menu={useBookingMenu(query.data, 'advisor')}
      action={query.data && canBookSlot(query.data) && <BookSlot review={query.data} />}
    >
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => <AdvisorReview review={review} viewerRole="advisor" />}
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
