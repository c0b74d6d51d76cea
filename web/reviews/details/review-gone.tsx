import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

/** Tells a reviewer that a review was taken from them while they had it open. */
export function ReviewGone({ note }: { note: string }) {
  return (
    <Alert color="orange" variant="default" role="alert" title="This review is no longer yours">
      It was moved, cancelled, missed or decided without you. {note}{' '}
      <Anchor component={Link} to={paths.reviewerReviews}>
        Go to your reviews
      </Anchor>
    </Alert>
  )
}
