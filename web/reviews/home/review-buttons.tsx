import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { Review } from '#contract/reviews/reviews.ts'
import { canBeHeld } from '#contract/reviews/timeline.ts'
import { paths } from '#web/paths.ts'
import { useAdvisorOrReviewer } from '../api.ts'
import { JoinCallButton } from '../join-call-button.tsx'

/** The variant of the main button. */
export type MainButtonVariant = 'filled' | 'light' | 'default'

/**
 * The buttons of a review by status (specification, section 2). The next step is a prominent
 * button; 'Update Review' and 'View' only show more and are subtle.
 */
export function ReviewButtons({
  review,
  variant = 'filled',
  isOwed = false,
}: {
  review: Review
  variant?: MainButtonVariant
  /** Whether it is over and waits for marks. */
  isOwed?: boolean
}) {
  const role = useAdvisorOrReviewer()
  return (
    <Group gap="xs">
      {role === 'advisor' && <BookingLink review={review} variant={variant} />}
      {role === 'reviewer' && canBeHeld(review) && (
        <JoinCallButton
          as="reviewer"
          review={review}
          variant={isOwed ? 'default' : variant}
          flex="1 0 auto"
        />
      )}
      <Button
        variant={isOwed ? variant : 'subtle'}
        component={Link}
        to={paths.reviewDetails(role, review._id)}
      >
        {isOwed ? 'Give marks' : 'View'}
      </Button>
    </Group>
  )
}

type LinkProps = { review: Review; variant: MainButtonVariant }

function BookingLink({ review: { _id, status }, variant }: LinkProps) {
  const waits = status === 'not-scheduled'
  return (
    <Button
      {...(waits ? { variant, flex: '1 0 auto' } : { variant: 'subtle' })}
      component={Link}
      to={paths.scheduleReview(_id)}
    >
      {waits ? 'Book slot' : 'Update Review'}
    </Button>
  )
}
