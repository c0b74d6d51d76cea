import { Stack, Title, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { dateInZone } from '#contract/kit/zone.ts'
import { marksOwedAfterMs, type Review } from '#contract/reviews.ts'
import { useNow } from '#web/kit/live/now.ts'
import { RightIcon } from '#web/kit/look/icons.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { BookedTime } from '../when.tsx'
import styles from './advisor-card.module.css'
import { AdvisorCard } from './advisor-card.tsx'
import { Cards } from './advisor-section.tsx'

type When = 'Today' | 'Waiting for marks' | 'Later'

/** Booked reviews by when they are: today, in the days after, or over and not marked yet. */
export function useBookedGroups(reviews: Review[]): (when: When) => Review[] {
  const now = useNow()
  const today = dateInZone(now, useSchoolZone())
  const groups = Map.groupBy(reviews, ({ day, startsAt }): When => {
    if (startsAt !== null && Date.parse(startsAt) < now - marksOwedAfterMs)
      return 'Waiting for marks'
    return day !== null && day > today ? 'Later' : 'Today'
  })
  return (when) => groups.get(when) ?? []
}

type Props = {
  reviews: Review[]
  /** Told whether the later ones are shown, of which there can be more. */
  onLater: (isOpen: boolean) => void
}

/** The reviews that are booked: today's in full, the others folded away. */
export function BookedReviews({ reviews, onLater }: Props) {
  const groups = useBookedGroups(reviews)
  const today = groups('Today')
  return (
    <Stack gap="lg">
      {today.length > 0 && (
        <Stack component="section" gap="sm" aria-label="Today">
          <Title order={2}>Today ({today.length})</Title>
          <BookedCards label="Today" reviews={today} />
        </Stack>
      )}
      <Fold title="Waiting for marks" reviews={groups('Waiting for marks')} />
      <Fold title="Later" reviews={groups('Later')} onToggle={onLater} />
    </Stack>
  )
}

type FoldProps = { title: When; reviews: Review[]; onToggle?: (isOpen: boolean) => void }

/** Reviews under a heading that opens and closes them; what is closed is not on the page. */
function Fold({ title, reviews, onToggle }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (reviews.length === 0) return null

  function toggle() {
    setOpen(!isOpen)
    onToggle?.(!isOpen)
  }

  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>
        <UnstyledButton
          className={styles.fold ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <RightIcon />
          {title} ({reviews.length})
        </UnstyledButton>
      </Title>
      <div id={id}>{isOpen && <BookedCards label={title} reviews={reviews} />}</div>
    </Stack>
  )
}

function BookedCards({ label, reviews }: { label: string; reviews: Review[] }) {
  return (
    <Cards label={label} reviews={reviews}>
      {(review) => (
        <AdvisorCard
          review={review}
          about={
            <>
              <BookedTime review={review} /> with {review.reviewer?.name}
            </>
          }
        />
      )}
    </Cards>
  )
}
