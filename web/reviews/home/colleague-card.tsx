import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Review } from '#contract/reviews.ts'
import { Avatar } from '#web/kit/look/avatar.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { paths } from '#web/paths.ts'
import { type Colleague, useColleague } from '../api.ts'
import { StartReview } from '../start-review.tsx'

type Props = {
  review: Review
  /** Whether there is nothing to do about it yet. */
  isQuiet?: boolean
  /** What there is to know now: when it is due, or booked. */
  children: ReactNode
}

/** A review on a colleague's home: whose, which week, what to do. */
export function ColleagueCard({ review, isQuiet = false, children }: Props) {
  return (
    <Stack h="100%" justify="space-between">
      <Group wrap="nowrap">
        <Avatar person={review.student} />
        <Stack gap={0} miw={0}>
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {review.student.name}
          </Title>
          <Text c="dimmed">Week {twoDigits(review.week)}</Text>
        </Stack>
      </Group>
      {children}
      <ReviewButtons review={review} variant={isQuiet ? 'default' : 'filled'} />
    </Stack>
  )
}

/** How the button looks that leads on. */
export type Emphasis = 'filled' | 'light' | 'default'

/** The buttons of a review by its status (specification, section 2). */
export function ReviewButtons({
  review,
  variant = 'filled',
}: {
  review: Review
  variant?: Emphasis
}) {
  const role = useColleague()
  return (
    <Group gap="xs">
      {role === 'reviewer' && review.status !== 'not-scheduled' ? (
        <StartReview review={review} variant={variant} flex="1 0 auto" />
      ) : (
        <BookingLink review={review} role={role} variant={variant} />
      )}
      <Button variant="default" component={Link} to={paths.reviewDetails(role, review._id)}>
        View
      </Button>
    </Group>
  )
}

type LinkProps = { review: Review; role: Colleague; variant: Emphasis }

/** Where a review gets its slot. */
function BookingLink({ review: { _id, status }, role, variant }: LinkProps) {
  const to = role === 'advisor' ? paths.scheduleReview(_id) : paths.slotsList
  return (
    <Button variant={variant} component={Link} to={to} flex="1 0 auto">
      {status === 'not-scheduled' ? 'Book slot' : 'Update Review'}
    </Button>
  )
}
