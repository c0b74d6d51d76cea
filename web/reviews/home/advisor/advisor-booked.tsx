import { Stack, Text, Title } from '@mantine/core'
import { dateInZone } from '#contract/kit/zone.ts'
import { marksOwedAfterMs } from '#contract/reviews/turn.ts'
import type { Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { BookedTime } from '../../when.tsx'
import { Fold } from '../fold.tsx'
import styles from '../review-card.module.css'
import { ReviewCard } from '../review-card.tsx'
import { Cards } from './advisor-section.tsx'

type When = 'No marks yet' | 'Today' | 'Waiting for marks' | 'Later'

/**
 * Booked reviews by when they are: today, in the days after, or over and not marked yet; two days
 * later that is the advisor's turn.
 */
export function useBookedGroups(reviews: Review[]): (when: When) => Review[] {
  const now = useNow()
  const today = dateInZone(now, useSchoolZone())
  const groups = Map.groupBy(reviews, ({ day, startsAt, turn }): When => {
    if (turn?.who === 'advisor') return 'No marks yet'

    const begunForMs = startsAt === null ? 0 : now - Date.parse(startsAt)
    if (begunForMs > marksOwedAfterMs) return 'Waiting for marks'
    return day !== null && day > today ? 'Later' : 'Today'
  })
  return (when) => groups.get(when) ?? []
}

const followUp =
  'Their slots ended more than two days ago, and there are no marks. Ask the reviewer, note who did not come, or book another slot.'

type Props = {
  reviews: Review[]
  /** Told whether the later ones are shown, of which there can be more. */
  onLater: (isOpen: boolean) => void
}

/** The reviews that are booked: today's in full, the others folded away. */
export function BookedReviews({ reviews, onLater }: Props) {
  const groups = useBookedGroups(reviews)
  return (
    <Stack gap="lg">
      <OpenCards title="No marks yet" reviews={groups('No marks yet')} />
      <OpenCards title="Today" reviews={groups('Today')} />
      <FoldedCards title="Waiting for marks" reviews={groups('Waiting for marks')} />
      <FoldedCards title="Later" reviews={groups('Later')} onToggle={onLater} />
    </Stack>
  )
}

function OpenCards({ title, reviews }: { title: When; reviews: Review[] }) {
  if (reviews.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>
        {title} ({reviews.length})
      </Title>
      {title === 'No marks yet' && <Text c="dimmed">{followUp}</Text>}
      <BookedCards label={title} reviews={reviews} />
    </Stack>
  )
}

type LaterProps = { title: When; reviews: Review[]; onToggle?: (isOpen: boolean) => void }

function FoldedCards({ title, reviews, onToggle }: LaterProps) {
  if (reviews.length === 0) return null
  return (
    <Fold label={title} title={`${title} (${reviews.length})`} onToggle={onToggle}>
      <BookedCards label={title} reviews={reviews} />
    </Fold>
  )
}

function BookedCards({ label, reviews }: { label: string; reviews: Review[] }) {
  return (
    <Cards label={label} reviews={reviews}>
      {(review) => (
        <ReviewCard
          review={review}
          about={
            <>
              <BookedTime review={review} />{' '}
              <span className={styles.together}>with {review.reviewer?.name}</span>
            </>
          }
        />
      )}
    </Cards>
  )
}
