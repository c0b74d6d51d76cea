import { Text } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/week-number.ts'
import type { PreviousReview } from '#contract/reviews/reviews-of-person.ts'
import { DetailCard } from '#web/reviews/details/detail-card.tsx'
import { MarkDetails } from '#web/reviews/details/mark-details.tsx'

/** The marks of the student's previous review. */
export function LastMarks({ before }: { before: PreviousReview | null }) {
  return (
    <DetailCard title={before ? `Last marks, week ${formatWeekNumber(before.week)}` : 'Last marks'}>
      {before ? <MarkDetails review={before} /> : <Text>This is the student’s first review.</Text>}
    </DetailCard>
  )
}
