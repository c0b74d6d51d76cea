import { Alert, Button, Group, Stack } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { type Review, waitsForSlot } from '#contract/reviews.ts'
import { Page } from '#web/kit/page.tsx'
import { paths } from '#web/kit/paths.ts'
import { Loaded } from '#web/kit/states.tsx'
import { useReview } from './api.ts'
import { CallRecordCard } from './details/call-record-card.tsx'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { EditTaskStatus } from './details/edit-task-status.tsx'
import { FollowWeek } from './details/follow-week.tsx'
import { ReviewCards } from './details/review-cards.tsx'
import { ReviewStatusBadge } from './review-status.tsx'

/** One of the advisor's reviews; another one is another screen. */
export function AdvisorReviewPage() {
  const { id = '' } = useParams()
  return <ReviewScreen id={id} key={id} />
}

function ReviewScreen({ id }: { id: string }) {
  const query = useReview('advisor', id)
  return (
    <Page title="Review Details" actions={query.data && <HeadOf review={query.data} />}>
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => (
          <Stack>
            {review.isClosed ? <ClosedNote review={review} /> : <FollowWeek review={review} />}
            <ReviewCards
              review={review}
              tasks={review.isClosed ? undefined : <EditTaskStatus review={review} />}
            >
              <CallRecordCard review={review} viewer="advisor" />
            </ReviewCards>
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function HeadOf({ review }: { review: Review }) {
  return (
    <Group>
      <ReviewStatusBadge review={review} />
      {waitsForSlot(review) && (
        <Button component={Link} to={paths.scheduleReview(review._id)}>
          Book slot
        </Button>
      )}
    </Group>
  )
}

function ClosedNote({ review }: { review: Review }) {
  return (
    <Alert variant="default">
      This review is closed: {review.student.name} has gone on to the next one. Nothing can be
      changed here.
    </Alert>
  )
}
