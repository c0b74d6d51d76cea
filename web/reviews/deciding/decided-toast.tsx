import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { twoDigits } from '#contract/kit/time/week.ts'
import { undoDecision } from '#contract/reviews/decision.ts'
import type { Review } from '#contract/reviews.ts'
import { paths } from '#web/paths.ts'
import type { AdvisorOrAdmin } from '../api.ts'
import { UndoToast } from '../rescheduling/undo-toast.tsx'

type Props = {
  review: Review
  /** The review that follows. */
  next: Review
  /** Until what time of day it can be undone. */
  until: string
  /** Who has decided. */
  viewerRole: AdvisorOrAdmin
  onUndone?: (() => void) | undefined
}

/** What was decided of a review, and the way back, also once this has gone. */
export function DecidedToast({ review, next, viewerRole, ...props }: Props) {
  return (
    <UndoToast
      reviewId={review._id}
      text={formatDecision(review, next)}
      undo={undoDecision[viewerRole]}
      where={
        <>
          in{' '}
          <Anchor component={Link} to={paths.reviewDetails(viewerRole, review._id)} inherit>
            the review’s details
          </Anchor>
        </>
      }
      {...props}
    />
  )
}

/** How the student of a review goes on with the next one. */
export function formatDecision({ student, week }: Review, next: Review): string {
  if (next.week === week) return `${student.name} repeats week ${twoDigits(week)}`
  return `${student.name} moves on to week ${twoDigits(next.week)}`
}
