import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { EmptyState } from '#web/kit/page/states.tsx'
import { QuietDesk } from '#web/kit/ui/drawings/illustrations.tsx'
import { paths } from '#web/paths.ts'

/** In place of reviews that wait for a slot. */
export function NoReviewsWaiting() {
  return (
    <EmptyState
      picture={<QuietDesk />}
      text="Every review has a slot."
      action={
        <Button variant="default" component={Link} to={paths.advisorReviews}>
          Reviews List
        </Button>
      }
    />
  )
}
