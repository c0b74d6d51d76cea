import { useParams } from 'react-router'
import { getReview } from '#contract/reviews.ts'
import { useCall } from '#web/kit/call/query.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { ReviewCards } from './details/review-cards.tsx'
import { reviewName } from './review-name.ts'
import { ReviewStatusBadge } from './review-status.tsx'

/** Anybody's review as an admin sees it, with who came to its call; nothing can be changed here. */
export function AdminReviewPage() {
  const { id = '' } = useParams()
  const query = useCall(getReview, { query: { id } })
  const student = query.data?.student
  return (
    <Page
      title={reviewName(query.data)}
      eyebrow="Review Details"
      isNowhere={query.isError && !query.data}
      trail={[
        { label: 'Students', to: paths.studentList },
        ...(student ? [{ label: student.name, to: paths.person('student', student._id) }] : []),
      ]}
      state={query.data ? <ReviewStatusBadge review={query.data} /> : null}
    >
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => <ReviewCards review={review} viewer="admin" />}
      </Loaded>
    </Page>
  )
}
