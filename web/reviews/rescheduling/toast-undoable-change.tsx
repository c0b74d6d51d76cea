import { undoMs } from '#contract/limits/reviews.ts'
import { undoChange } from '#contract/reviews/scheduling/rescheduling.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { toastSuccess } from '#web/kit/page/overlays/toast.ts'
import { toastUndo } from '#web/kit/page/overlays/toast-undo.ts'
import { UndoToast } from './undo-toast.tsx'

type Change = {
  /** The server's message. */
  message: string
  /** A full description of the change. */
  text: string
  reviewId: string
  role: RoleAbleTo<'cancel bookings'>
}

/** A toast with Undo for a move or cancellation; it stays while undoing is possible. */
export function toastUndoableChange({ message, text, reviewId, role }: Change): void {
  const more = (
    <UndoToast reviewId={reviewId} text={text} undo={undoChange[role]} showReply={toastUndo} />
  )
  toastSuccess(message, more, undoMs)
}
