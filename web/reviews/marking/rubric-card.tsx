import { getFeedback } from '#contract/feedback.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { AssessedCriteria } from '#web/rubrics/assessed-criteria.tsx'

type Props = { review: Review; viewer: Role }

/** What a review was given by its domain's rubric; nothing where none was used. */
export function RubricCard({ review: { _id: id, status, mark }, viewer }: Props) {
  const isMarked = status === 'conducted'
  const options = { enabled: isMarked, handlesNotFound: viewer === 'reviewer' }
  const { data } = useApiQuery(getFeedback[viewer], { query: { id } }, options)
  if (!data || data.rubric.length === 0) return null
  return (
    <SectionCard title="Rubric">
      <AssessedCriteria criteria={data.rubric} mark={mark} />
    </SectionCard>
  )
}
