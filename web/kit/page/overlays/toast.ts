import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { toastMs } from '#contract/limits.ts'
import {
  ApiError,
  genericErrorMessage,
  SessionEndedError,
  timeoutMessage,
} from '../../api/call-api.ts'
import { getErrorReason } from '../../api/error-messages.ts'
import { requestOverlays } from './overlays-needed.ts'

let lastSuccess: string | undefined
let lastError: string | undefined

/** When the toasts were shown that are only to be read, in ms on the page's own clock. */
const shownAt = new Map<string, number>()
/** A toast that is so new as the screen is left tells of what has led to the next one. */
const belongsToNextMs = 1_000

/**
 * Says that something was done, in the place of what was done before, and beneath it what there is
 * more to say, or to do; it goes after so many ms.
 */
export function toastSuccess(text: string, more?: ReactNode, goesAfterMs = toastMs): void {
  requestOverlays()
  if (lastSuccess !== undefined) notifications.hide(lastSuccess)
  const said = more === undefined ? { message: text } : { title: text, message: more }
  lastSuccess = notifications.show({ ...said, color: 'green', autoClose: goesAfterMs })
  if (more === undefined) shownAt.set(lastSuccess, performance.now())
}

/** Says that something went wrong, and beneath it why, if that is known; no words are stacked. */
export function toastError(text: string, reason?: string): void {
  requestOverlays()
  const said = reason === undefined ? { message: text } : { title: text, message: reason }
  lastError = `error ${text}`
  notifications.show({ id: lastError, ...said, color: 'red', autoClose: toastMs })
  shownAt.set(lastError, performance.now())
}

/**
 * Takes away the toasts of a screen that has been left: those that are only to be read, and that
 * do not tell of what has led here. The way back from a change stays.
 */
export function hideOldToasts(): void {
  for (const [id, at] of shownAt) {
    if (performance.now() - at < belongsToNextMs) continue
    shownAt.delete(id)
    notifications.hide(id)
  }
}

/** Takes away what went wrong last, as it is tried again. */
export function hideLastError(): void {
  if (lastError !== undefined) notifications.hide(lastError)
}

/**
 * Says that a call failed: the time-out by its own words, else 'error' (specification, section 8),
 * and what is known of the reason. A session that is over says nothing here: the login appears.
 */
export function toastFailure(error: unknown): void {
  if (error instanceof SessionEndedError) return
  const gaveUp = error instanceof ApiError && error.message === timeoutMessage
  toastError(gaveUp ? timeoutMessage : genericErrorMessage, getErrorReason(error))
}

/** The same for the calls whose failures are shown in the server's own words. */
export function toastServerMessage(error: unknown): void {
  if (error instanceof ApiError && error.serverMessage !== undefined)
    toastError(error.serverMessage)
  else toastFailure(error)
}
