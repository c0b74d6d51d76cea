import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { Review } from '#contract/reviews.ts'
import { paths } from '#web/paths.ts'
import { type Colleague, useColleague } from '../api.ts'
import { EnterCall } from '../enter-call.tsx'

/** How the button looks that leads on. */
export type Emphasis = 'filled' | 'light' | 'default'

/**
 * The buttons of a review by its status (specification, section 2). What leads on looks like a
 * button; 'Update Review' and 'View', which only show more, are quiet.
 */
export function ReviewButtons({
  review,
  variant = 'filled',
  isOwed = false,
}: {
  review: Review
  variant?: Emphasis
  /** Whether it is over, and its marks are what is to be done. */
  isOwed?: boolean
}) {
  const role = useColleague()
  return (
    <Group gap="xs">
      {role === 'reviewer' && review.status !== 'not-scheduled' ? (
        <EnterCall
          as="reviewer"
          review={review}
          variant={isOwed ? 'default' : variant}
          flex="1 0 auto"
        />
      ) : (
        <BookingLink review={review} role={role} variant={variant} />
      )}
      <Button
        variant={isOwed ? variant : 'subtle'}
        component={Link}
        to={paths.reviewDetails(role, review._id)}
      >
        View
      </Button>
    </Group>
  )
}

type LinkProps = { review: Review; role: Colleague; variant: Emphasis }

/** Where a review gets its slot. */
function BookingLink({ review: { _id, status }, role, variant }: LinkProps) {
  const to = role === 'advisor' ? paths.scheduleReview(_id) : paths.slotsList
  const waits = status === 'not-scheduled'
  return (
    <Button
      {...(waits ? { variant, flex: '1 0 auto' } : { variant: 'subtle' })}
      component={Link}
      to={to}
    >
      {waits ? 'Book slot' : 'Update Review'}
    </Button>
  )
}
