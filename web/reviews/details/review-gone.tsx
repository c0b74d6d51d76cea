import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

/** Tells a reviewer that a review was taken from them while they had it open. */
export function ReviewGone({ note }: { note: string }) {
  return (
    <Alert color="orange" variant="default" role="alert" title="You no longer have this review">
      It was moved, cancelled, recorded as a no-show or decided. {note}{' '}
      <Anchor component={Link} to={paths.reviewerReviews}>
        Go to your reviews
      </Anchor>
    </Alert>
  )
}
