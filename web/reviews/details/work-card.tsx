import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { getStudentWork } from '#contract/work.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { WorkSummary } from '#web/work/work-summary.tsx'
import type { StaffRole } from '../api.ts'
import { PendingTaskList } from './tasks/pending-task-list.tsx'

type Props = { review: Review; viewer: StaffRole }

/** The student's work on the week of the review, and what the review before asked for. */
export function WorkCard({ review: { _id, week }, viewer }: Props) {
  // Only a reviewer can lose a review, and that screen says so itself.
  const handlesNotFound = viewer === 'reviewer'
  const query = useApiQuery(getStudentWork[viewer], { query: { review: _id } }, { handlesNotFound })
  return (
    <>
      <SectionCard title={`Tasks of week ${formatWeekNumber(week)}`}>
        <Loaded query={query} skeleton={<Skeletons count={1} />}>
          {(work) => <WorkSummary work={work} />}
        </Loaded>
      </SectionCard>
      {query.data && query.data.asked.length > 0 && (
        <SectionCard title="Asked for after the last review">
          <PendingTaskList lines={query.data.asked} />
        </SectionCard>
      )}
    </>
  )
}
