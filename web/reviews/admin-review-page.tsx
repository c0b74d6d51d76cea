import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { getReview, type Review } from '#contract/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { Loaded } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { AdvisorReview } from './details/advisor-review.tsx'
import { DetailSkeletons } from './details/detail-skeletons.tsx'
import { formatReviewName } from './display/review-name.ts'
import { ReviewStatusBadge } from './display/review-status.tsx'
import { canBookSlot } from './format.ts'
import { openScheduleForm } from './rescheduling/schedule-form.tsx'
import { useBookingMenu } from './rescheduling/use-booking-menu.tsx'

/** Any review as an admin sees it; an admin may do whatever its advisor may. */
export function AdminReviewPage() {
  const { id = '' } = useParams()
  return <ReviewScreen id={id} key={id} />
}

function ReviewScreen({ id }: { id: string }) {
  const query = useApiQuery(getReview, { query: { id } })
  const student = query.data?.student
  return (
    <Page
      title={formatReviewName(query.data)}
      eyebrow="Review Details"
      isNowhere={query.isError && !query.data}
      crumbs={[
        { label: 'Students', to: paths.studentList },
        ...(student ? [{ label: student.name, to: paths.person('student', student._id) }] : []),
      ]}
      state={query.data ? <ReviewStatusBadge review={query.data} /> : null}
      menu={useBookingMenu(query.data, 'admin')}
      action={query.data && canBookSlot(query.data) && <BookSlot review={query.data} />}
    >
      <Loaded query={query} skeleton={<DetailSkeletons />}>
        {(review) => <AdvisorReview review={review} viewerRole="admin" />}
      </Loaded>
    </Page>
  )
}

function BookSlot({ review }: { review: Review }) {
  return <Button onClick={() => openScheduleForm(review)}>Book slot</Button>
}
