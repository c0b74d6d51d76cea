import { Group } from '@mantine/core'
import type { Review } from '#contract/reviews.ts'
import { StatePill } from '#web/kit/look/state-pill.tsx'
import { LifeSign } from '../life/life-sign.tsx'

/** How far a review is with it. */
const signs = { 'not-scheduled': 'empty', 'review-scheduled': 'half', conducted: 'full' } as const

/** Where a review stands, in the value that the specification asks for, and in its life. */
export function StatusInLife({ review }: { review: Review }) {
  return (
    <Group gap={8} wrap="nowrap">
      <LifeSign review={review} isBare />
      <StatePill sign={signs[review.status]}>{review.status}</StatePill>
    </Group>
  )
}
