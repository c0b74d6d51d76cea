import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getDraft, type ReviewDraft } from '#contract/calls/review-draft.ts'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { getPreviousReview, type PreviousReview } from '#contract/reviews/reviews-of-person.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { Failed, Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { MarkDetails } from '#web/reviews/details/mark-details.tsx'
import { StudentDetails } from '#web/reviews/details/student-details.tsx'
import { TaskDetails } from '#web/reviews/details/tasks/task-details.tsx'
import { WorkCard } from '#web/reviews/details/work-card.tsx'
import { MarkForm } from './mark-form.tsx'
import { PendingTasksForm } from './pending-tasks-form.tsx'
import { useDraftAutosave } from './use-draft-autosave.ts'
import { usePendingLines } from './use-pending-tasks-field.ts'

/** What a reviewer needs during a review: forms for marks and pending tasks, and details. */
export function MarkingPanel({ review }: { review: Review }) {
  const kept = useApiQuery(getDraft, { query: { id: review._id } })
  const past = useApiQuery(getPreviousReview, { query: { id: review._id } })
  // From now on the local input is newer than the server's draft.
  const [draft, setDraft] = useState<ReviewDraft>()
  if (!draft && kept.data && !kept.isFetching) setDraft(kept.data.draft)
  if (kept.error && !draft) return <Failed error={kept.error} retry={kept.refetch} />
  if (!draft) return <Skeletons count={3} height={200} />
  return (
    <Stack>
      <Writing review={review} draft={draft} />
      <Loaded query={past} skeleton={<Skeletons count={1} height={152} />}>
        {({ before }) => <LastMarks before={before} />}
      </Loaded>
      <WorkCard review={review} viewer="reviewer" />
      <TaskDetails review={review} viewer="reviewer" />
      <StudentDetails review={review} viewer="reviewer" />
    </Stack>
  )
}

function Writing({ review, draft }: { review: Review; draft: ReviewDraft }) {
  const keeper = useDraftAutosave(review._id, draft)
  const pending = usePendingLines(review, draft.pendingTask, keeper)
  return (
    <>
      <MarkForm review={review} draft={draft.mark} pending={pending} keeper={keeper} />
      <div>
        <PendingTasksForm review={review} pending={pending} keeper={keeper} />
        <Text size="sm" role="status" mt={keeper.said ? 'xs' : 0}>
          {keeper.said}
        </Text>
      </div>
    </>
  )
}

function LastMarks({ before }: { before: PreviousReview | null }) {
  return (
    <SectionCard
      title={before ? `Last marks, week ${formatWeekNumber(before.week)}` : 'Last marks'}
    >
      {before ? <MarkDetails review={before} /> : <Text>This is the student’s first review.</Text>}
    </SectionCard>
  )
}
