import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getDraft, type ReviewDraft } from '#contract/calls.ts'
import { getReviewBefore, type ReviewBefore } from '#contract/reviews/look-back.ts'
import type { Review } from '#contract/reviews.ts'
import { useCall } from '#web/kit/call/query.ts'
import { Failed, Skeletons } from '#web/kit/page/states.tsx'
import { StudentDetails } from '#web/reviews/details/student-details.tsx'
import { TaskDetails } from '#web/reviews/details/task-details.tsx'
import { LastReview } from './last-review.tsx'
import { MarkDesk } from './mark-desk.tsx'
import { PendingDesk } from './pending-desk.tsx'
import { useDraftKeeper } from './use-draft-keeper.ts'
import { WeekTask } from './week-task.tsx'

/** What a reviewer has at hand during a review: to write marks and pending tasks, and to read. */
export function ReviewDesk({ review }: { review: Review }) {
  const kept = useCall(getDraft, { query: { id: review._id } })
  const past = useCall(getReviewBefore, { query: { id: review._id } })
  // What is typed from now on is newer than what the server keeps.
  const [draft, setDraft] = useState<ReviewDraft>()
  if (!draft && kept.data && !kept.isFetching) setDraft(kept.data.draft)
  if (kept.error && !draft) return <Failed error={kept.error} retry={kept.refetch} />
  // What is pending begins with what was left: without it nothing must be written.
  if (past.error && !past.data) return <Failed error={past.error} retry={past.refetch} />
  if (!draft || !past.data) return <Skeletons count={3} height={200} />
  const { before } = past.data
  return (
    <Stack>
      <Writing review={review} draft={draft} before={before} />
      <LastReview before={before} />
      <WeekTask review={review} />
      <TaskDetails taskStatus={review.taskStatus} />
      <StudentDetails review={review} />
    </Stack>
  )
}

type Props = { review: Review; draft: ReviewDraft; before: ReviewBefore | null }

function Writing({ review, draft, before }: Props) {
  const keeper = useDraftKeeper(review._id, draft)
  return (
    <>
      <MarkDesk review={review} draft={draft.mark} keeper={keeper} />
      <div>
        <PendingDesk review={review} draft={draft.pendingTask} before={before} keeper={keeper} />
        <Text size="sm" role="status" mt={keeper.said ? 'xs' : 0}>
          {keeper.said}
        </Text>
      </div>
    </>
  )
}
