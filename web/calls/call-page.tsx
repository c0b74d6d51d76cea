import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { getWeeklyReview, notScheduledLabel, type Review } from '#contract/reviews/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { Loaded } from '#web/kit/page/states.tsx'
import { useReview } from '#web/reviews/api.ts'
import { CallScreen } from './screen/call-screen.tsx'
import { StartsIn } from './screen/starts-in.tsx'

/** The call of a review (specification, section 2); `beside` is rendered next to the video. */
export function CallPage({ beside }: { beside?: (review: Review) => ReactNode }) {
  const { room = '' } = useParams()
  const role = useRole() === 'reviewer' ? 'reviewer' : 'student'
  const own = useApiQuery(
    getWeeklyReview,
    { query: { week: room } },
    { enabled: role === 'student' },
  )
  const assigned = useReview('reviewer', room, { enabled: role === 'reviewer' })
  return (
    <Page title="Review call">
      <Loaded query={role === 'student' ? own : assigned}>
        {(review) => (
          <Stack key={review._id} gap="sm">
            <StartsIn review={review} />
            <CallScreen
              role={role}
              room={review._id}
              email={role === 'student' ? review.student.email : review.reviewer?.email}
              people={{
                student: review.student,
                reviewer: review.reviewer ?? { _id: '', name: notScheduledLabel },
              }}
              beside={beside?.(review)}
            />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
