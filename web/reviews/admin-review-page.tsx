import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import { getReview } from '#contract/reviews/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { paths } from '#web/paths.ts'
import { AdvisorReview } from './details/advisor-review.tsx'
import { ReviewPage } from './details/review-page.tsx'
import { canBookSlot } from './format.ts'
import { openScheduleForm } from './rescheduling/admin-schedule-form.tsx'

/** Any review as an admin sees it; an admin may do whatever its advisor may. */
export function AdminReviewPage() {
  const { id = '' } = useParams()
  const query = useApiQuery(getReview, { query: { id } })
  const student = query.data?.student
  return (
    <ReviewPage
      query={query}
      viewer="admin"
      crumbs={[
        { label: 'Students', to: paths.studentList },
        ...(student ? [{ label: student.name, to: paths.person('student', student._id) }] : []),
      ]}
      action={(review) =>
        canBookSlot(review) && <Button onClick={() => openScheduleForm(review)}>Book slot</Button>
      }
    >
      {(review) => <AdvisorReview review={review} viewerRole="admin" />}
    </ReviewPage>
  )
}
