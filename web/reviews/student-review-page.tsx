import { useParams } from 'react-router'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { getWeeklyReview } from '#contract/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { ReviewDetails } from './details/review-details.tsx'
import { formatReviewName } from './display/review-name.ts'
import { ReviewStatusBadge } from './display/review-status.tsx'
import { JoinCallButton } from './join-call-button.tsx'
import { useBookingMenu } from './rescheduling/use-booking-menu.tsx'

/** A student's own review, read-only. */
export function StudentReviewPage() {
  const { id = '' } = useParams()
  const query = useApiQuery(getWeeklyReview, { query: { week: id } })
  return (
    <Page
      title={formatReviewName(query.data)}
      eyebrow="Review Details"
      isNowhere={query.isError && !query.data}
      crumbs={[{ label: 'Manifest', to: paths.manifest }]}
      state={query.data ? <ReviewStatusBadge review={query.data} /> : null}
      menu={useBookingMenu(query.data, 'student')}
      action={
        query.data &&
        canBeHeld(query.data) &&
        !query.data.isReviewerBlocked && <JoinCallButton as="student" review={query.data} />
      }
    >
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => <ReviewDetails review={review} viewer="student" />}
      </Loaded>
    </Page>
  )
}
