import { ApiError } from '../../api/call-api.ts'
import { isTemporary } from '../../api/is-temporary.ts'
import { focusHeading } from '../focus/focus.ts'
import { hideUndo, toastServerErrorMessage, toastSuccess } from './toast.ts'

/**
 * Awaits an undo and shows its message, or why it failed. Hides the toast that offers it, unless
 * another try could help.
 */
export async function toastUndo(undo: Promise<{ message: string }>): Promise<void> {
  try {
    const { message } = await undo
    hideOffer()
    toastSuccess(message)
  } catch (error) {
    if (error instanceof ApiError && !isTemporary(error)) hideOffer()
    toastServerErrorMessage(error)
  }
}

function hideOffer(): void {
  // The button disappears.
  focusHeading()
  hideUndo()
}
