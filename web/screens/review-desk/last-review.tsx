import { Text } from '@mantine/core'
import type { Review } from '#contract/reviews.ts'
import { twoDigits } from '#web/kit/week.ts'
import { DetailCard } from '#web/reviews/details/detail-card.tsx'
import { MarkFacts } from '#web/reviews/details/mark-facts.tsx'

/** The marks of the reviewer's last review with the same student. */
export function LastReview({ before }: { before: Review | undefined }) {
  return (
    <DetailCard title={before ? `Last marks, week ${twoDigits(before.week)}` : 'Last marks'}>
      {before ? (
        <MarkFacts review={before} />
      ) : (
        <Text>You have not reviewed this student before.</Text>
      )}
    </DetailCard>
  )
}
