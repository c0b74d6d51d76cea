import { Stack, Text, Title } from '@mantine/core'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import type { AdvisorReview } from '#contract/reviews/reviews.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { useNow } from '#web/kit/live/now.ts'
import { useSchoolZone } from '#web/school/api.ts'
import { BookedTime } from '../../display/due-and-booked-time.tsx'
import { isOver } from '../../timeline/review-phase.ts'
import { CollapsibleSection } from '../collapsible-section.tsx'
import styles from '../review-card.module.css'
import { ReviewCard } from '../review-card.tsx'
import { ReviewCardList } from './advisor-section.tsx'

type When = 'No marks yet' | 'Today' | 'Waiting for marks' | 'Later'

/**
 * Groups booked reviews: today, later, or over without marks. After two days the advisor follows
 * up.
 */
export function useBookedGroups(reviews: AdvisorReview[]): (when: When) => AdvisorReview[] {
  const now = useNow()
  const today = getDateInZone(now, useSchoolZone())
  const groups = Map.groupBy(reviews, (review): When => {
    if (review.turn?.who === 'advisor') return 'No marks yet'
    if (isOver(review, now)) return 'Waiting for marks'
    return review.day !== null && review.day > today ? 'Later' : 'Today'
  })
  return (when) => groups.get(when) ?? []
}

/** How to follow up on reviews without marks; a blocked reviewer cannot be reminded. */
function describeFollowUp(reviews: AdvisorReview[]): string {
  const canRemind = reviews.some(({ isReviewerBlocked }) => !isReviewerBlocked)
  const remind = canRemind ? 'Remind the reviewer, or choose' : 'Choose'
  return `These reviews are over but have no marks. ${remind} Update Review to record a no-show, or open the details to decide without the marks.`
}

type Props = {
  reviews: AdvisorReview[]
  /** Called when the later reviews, of which more may be loaded, are opened or closed. */
  onLater: (isOpen: boolean) => void
}

/** The booked reviews: today's open, the others collapsed. */
export function AdvisorBookedReviews({ reviews, onLater }: Props) {
  const groups = useBookedGroups(reviews)
  return (
    <Stack gap="lg">
      <OpenCards title="No marks yet" reviews={groups('No marks yet')} />
      <OpenCards title="Today" reviews={groups('Today')} />
      <CollapsibleCards title="Waiting for marks" reviews={groups('Waiting for marks')} />
      <CollapsibleCards title="Later" reviews={groups('Later')} onToggle={onLater} />
    </Stack>
  )
}

function OpenCards({ title, reviews }: { title: When; reviews: AdvisorReview[] }) {
  if (reviews.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>
        {title} ({reviews.length})
      </Title>
      {title === 'No marks yet' && <Text c="dimmed">{describeFollowUp(reviews)}</Text>}
      <BookedCards label={title} reviews={reviews} />
    </Stack>
  )
}

type LaterProps = { title: When; reviews: AdvisorReview[]; onToggle?: (isOpen: boolean) => void }

function CollapsibleCards({ title, reviews, onToggle }: LaterProps) {
  if (reviews.length === 0) return null
  return (
    <CollapsibleSection label={title} title={`${title} (${reviews.length})`} onToggle={onToggle}>
      <BookedCards label={title} reviews={reviews} />
    </CollapsibleSection>
  )
}

function BookedCards({ label, reviews }: { label: When; reviews: AdvisorReview[] }) {
  const Remind = useLazyComponent(
    async () => (await import('./remind-reviewer-button.tsx')).RemindReviewerButton,
  )
  return (
    <ReviewCardList label={label} reviews={reviews}>
      {(review) => (
        <ReviewCard
          review={review}
          about={
            <>
              <BookedTime review={review} />{' '}
              <span className={styles.together}>
                with {review.reviewer?.name}
                {review.isReviewerBlocked && ', who is blocked'}
              </span>
            </>
          }
        >
          {Remind && label === 'No marks yet' && <Remind review={review} />}
        </ReviewCard>
      )}
    </ReviewCardList>
  )
}
