import { undoMs } from '#contract/limits/reviews.ts'
import { undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import type { AbleTo } from '#contract/roles.ts'
import { now } from '#web/kit/live/now.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { UndoToast } from './undo-toast.tsx'

/** The time of day until which what is done now can be undone: '10:43 AM'. */
export function getUndoDeadline(timeZone: string): string {
  return formatTimeAt(now() + undoMs, timeZone)
}

type Change = {
  /** The server's words. */
  message: string
  /** What was done, in full. */
  text: string
  reviewId: string
  role: AbleTo<'cancel bookings'>
  timeZone: string
}

/** Says that a review was moved or its booking cancelled, for as long as that can be undone. */
export function toastUndoableChange({ message, text, reviewId, role, timeZone }: Change): void {
  const more = (
    <UndoToast
      {...{ reviewId, text, until: getUndoDeadline(timeZone), undo: undoChange[role] }}
      onUndone={focusHeading}
    />
  )
  toastSuccess(message, more, undoMs)
}
