import { SimpleGrid } from '@mantine/core'
import { useParams } from 'react-router'
import { Page } from '#web/kit/page.tsx'
import { Loaded } from '#web/kit/states.tsx'
import { useOwnReview } from './api.ts'
import { DetailCard } from './details/detail-card.tsx'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { MarkFacts } from './details/mark-facts.tsx'
import { PendingLines } from './details/pending-lines.tsx'
import { StudentDetails } from './details/student-details.tsx'
import { TaskDetails } from './details/task-details.tsx'
import { ReviewStatusBadge } from './review-status.tsx'

/** How a student's own review went; nothing can be changed here. */
export function StudentReviewPage() {
  const { id = '' } = useParams()
  const query = useOwnReview(id)
  return (
    <Page title="Review Details" actions={query.data && <ReviewStatusBadge review={query.data} />}>
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <StudentDetails review={review} />
            <DetailCard title="Mark">
              <MarkFacts review={review} />
            </DetailCard>
            <DetailCard title="Pending tasks">
              <PendingLines lines={review.pendingTask} />
            </DetailCard>
            <TaskDetails taskStatus={review.taskStatus} />
          </SimpleGrid>
        )}
      </Loaded>
    </Page>
  )
}
