import { type NotificationData, notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { toastMs } from '#contract/limits/limits.ts'
import {
  ApiError,
  genericErrorMessage,
  SessionEndedError,
  timeoutMessage,
} from '../../api/call-api.ts'
import { getErrorReason } from '../../api/error-messages.ts'
import { requestOverlays } from './overlays-needed.ts'

let lastSuccess = ''
let lastUndo = ''
let lastError = ''

/** When each toast without an action was shown, in ms by `performance.now()`. */
const shownAt = new Map<string, number>()
/** A toast or dialog this new when the screen changes belongs to the next screen. */
export const carryOverMaxAgeMs = 1_000

/** Shows a toast, with `more` below its text. Returns its id. */
function show(text: string, more: ReactNode, options: Partial<NotificationData>): string {
  requestOverlays()
  const said = more === undefined ? { message: text } : { title: text, message: more }
  return notifications.show({ ...said, ...options })
}

/**
 * A success toast, which replaces the previous one. `more` is shown below the text, for example an
 * undo. It disappears after the given ms. One that stays for its undo is replaced only by another:
 * more of them would cover a phone's screen.
 */
export function toastSuccess(text: string, more?: ReactNode, goesAfterMs = toastMs): void {
  notifications.hide(lastSuccess)
  const id = show(text, more, { color: 'green', autoClose: goesAfterMs })
  if (more === undefined) shownAt.set(id, performance.now())
  if (goesAfterMs === toastMs) lastSuccess = id
  else {
    hideUndo()
    lastUndo = id
  }
}

/** Hides the toast that stays for its undo. */
export function hideUndo(): void {
  notifications.hide(lastUndo)
}

/** A toast that stays while something runs. Returns a function that hides it. */
export function toastProgress(text: string): () => void {
  const id = show(text, undefined, { loading: true, autoClose: false })
  return () => notifications.hide(id)
}

/** An error toast, with the reason below if it is known; the same error is shown once. */
export function toastError(text: string, reason?: string): void {
  lastError = show(text, reason, { id: `error ${text}`, color: 'red', autoClose: toastMs })
  shownAt.set(lastError, performance.now())
}

/** Hides the toasts of the previous screen, except new ones and those with an undo. */
export function hideOldToasts(): void {
  for (const [id, at] of shownAt) {
    if (performance.now() - at < carryOverMaxAgeMs) continue
    shownAt.delete(id)
    notifications.hide(id)
  }
}

/** Hides the last error, before another try. */
export function hideLastError(): void {
  notifications.hide(lastError)
}

/**
 * An error toast for a failed call: the specification's text for a timeout, otherwise 'error'
 * (section 8), with the reason if it is known. Nothing for an ended session: the login appears.
 */
export function toastFailure(error: unknown): void {
  if (error instanceof SessionEndedError) return
  const gaveUp = error instanceof ApiError && error.message === timeoutMessage
  toastError(gaveUp ? timeoutMessage : genericErrorMessage, getErrorReason(error))
}

/** The same for calls whose failures are shown in the server's own words. */
export function toastServerErrorMessage(error: unknown): void {
  if (error instanceof ApiError && error.serverMessage !== undefined)
    toastError(error.serverMessage)
  else toastFailure(error)
}

/** Makes a change; if it fails, a toast shows why. */
export async function toastIfFails(change: () => Promise<void>): Promise<void> {
  await change().catch(toastServerErrorMessage)
}

/**
 * Awaits the reply to a change and shows its message, or why it failed; `done` follows a success.
 */
export async function toastReply(
  change: Promise<{ message: string }>,
  done?: () => void,
): Promise<void> {
  await toastIfFails(async () => {
    const { message } = await change
    done?.()
    toastSuccess(message)
  })
}
