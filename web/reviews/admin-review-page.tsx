import { useParams } from 'react-router'
import { getReview } from '#contract/reviews.ts'
import { useCall } from '#web/kit/call/query.ts'
import { BackLink } from '#web/kit/page/back-link.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { CallRecordCard } from './details/call-record-card.tsx'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { ReviewCards } from './details/review-cards.tsx'
import { ReviewStatusBadge } from './review-status.tsx'

/** Anybody's review as an admin sees it, with who came to its call; nothing can be changed here. */
export function AdminReviewPage() {
  const { id = '' } = useParams()
  const query = useCall(getReview, { query: { id } })
  const student = query.data?.student
  return (
    <Page title="Review Details" actions={query.data && <ReviewStatusBadge review={query.data} />}>
      <BackLink to={student ? paths.studentReviews(student._id) : paths.studentList}>
        {student?.name ?? 'All students'}
      </BackLink>
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => (
          <ReviewCards review={review}>
            <CallRecordCard review={review} viewer="admin" />
          </ReviewCards>
        )}
      </Loaded>
    </Page>
  )
}
