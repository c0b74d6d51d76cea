import { SimpleGrid } from '@mantine/core'
import { useParams } from 'react-router'
import type { Review } from '#contract/reviews.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useReview } from './api.ts'
import { CallRecordCard } from './details/call-record-card.tsx'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { EditableMark } from './details/edit/editable-mark.tsx'
import { EditablePending } from './details/edit/editable-pending.tsx'
import { StudentDetails } from './details/student-details.tsx'
import { TaskDetails } from './details/task-details.tsx'
import { reviewName } from './review-name.ts'
import { ReviewStatusBadge } from './review-status.tsx'
import { StartReview } from './start-review.tsx'

/** One of the reviewer's reviews: the mark and the pending tasks can be changed. */
export function ReviewerReviewPage() {
  const { id = '' } = useParams()
  const query = useReview('reviewer', id)
  return (
    <Page
      title={reviewName(query.data)}
      eyebrow="Review Details"
      trail={[{ label: 'Reviews List', to: paths.reviewerReviews }]}
      state={query.data && <ReviewStatusBadge review={query.data} />}
      action={query.data && canStart(query.data) && <StartReview review={query.data} />}
    >
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <StudentDetails review={review} />
            <EditableMark review={review} />
            <EditablePending review={review} />
            <TaskDetails taskStatus={review.taskStatus} />
            <CallRecordCard review={review} viewer="reviewer" />
          </SimpleGrid>
        )}
      </Loaded>
    </Page>
  )
}

function canStart(review: Review): boolean {
  return review.status === 'review-scheduled' && !review.isClosed
}
