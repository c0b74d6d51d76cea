import { undoMs } from '#contract/limits/reviews.ts'
import { undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import type { AbleTo } from '#contract/roles.ts'
import { now } from '#web/kit/live/now.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { UndoToast } from './undo-toast.tsx'

/** The time of day until which a change made now can be undone: '10:43 AM'. */
export function getUndoDeadline(timeZone: string): string {
  return formatTimeAt(now() + undoMs, timeZone)
}

type Change = {
  /** The server's message. */
  message: string
  /** A full description of the change. */
  text: string
  reviewId: string
  role: AbleTo<'cancel bookings'>
  timeZone: string
}

/** A toast with Undo for a move or cancellation; it stays while undoing is possible. */
export function toastUndoableChange({ message, text, reviewId, role, timeZone }: Change): void {
  const more = (
    <UndoToast
      reviewId={reviewId}
      text={text}
      until={getUndoDeadline(timeZone)}
      undo={undoChange[role]}
      onUndone={focusHeading}
    />
  )
  toastSuccess(message, more, undoMs)
}
