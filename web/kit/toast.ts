import { notifications } from '@mantine/notifications'
import { toastMs } from '#contract/limits.ts'
import { anyError, CallFailed, SessionOver, timedOut } from './call.ts'

/** Says that something was done. */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: toastMs })
}

/** Says that something went wrong; the same words are not stacked. */
export function toastError(message: string): void {
  notifications.show({ id: `error ${message}`, message, color: 'red', autoClose: toastMs })
}

/**
 * Says that a call failed: the time-out by its own words, else 'error' (specification, section 8).
 * A session that is over says nothing here: the login appears.
 */
export function toastFailure(error: unknown): void {
  if (error instanceof SessionOver) return
  const gaveUp = error instanceof CallFailed && error.message === timedOut
  toastError(gaveUp ? timedOut : anyError)
}

/** The same for the calls whose failures are shown in the server's own words. */
export function toastServerMessage(error: unknown): void {
  if (error instanceof CallFailed && error.said !== undefined) toastError(error.said)
  else toastFailure(error)
}
