import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { undoDecision } from '#contract/reviews/decision.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { paths } from '#web/paths.ts'
import type { AdvisorOrAdmin } from '../api.ts'
import { UndoToast } from '../rescheduling/undo-toast.tsx'

type Props = {
  review: Review
  next: Review
  viewerRole: AdvisorOrAdmin
  onUndone?: (() => void) | undefined
}

/** Says what was decided and offers to undo it, after the buttons are gone, too. */
export function DecidedToast({ review, next, viewerRole, onUndone }: Props) {
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
      showReply={(reply) => toastReply(reply, onUndone)}
    />
  )
}

/** How the student continues after a decision. */
export function formatDecision({ student, week }: Review, next: Review): string {
  if (next.week === week) return `${student.name} repeats week ${formatWeekNumber(week)}`
  return `${student.name} moves on to week ${formatWeekNumber(next.week)}`
}
