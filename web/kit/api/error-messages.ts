import type { Refusal } from '#contract/kit/refusal.ts'
import { ApiError, timeoutMessage } from './call-api.ts'

/** Where no reply came: nobody knows whose fault it is, but this is what one can look at. */
const noReply = 'The server could not be reached. Check your connection.'
const serverFault = 'Something went wrong on the server. Try again in a moment.'

/**
 * What is known of why a call failed, to stand beneath a text of the specification that does not
 * say it: the server's own words if it said any. Undefined when nothing is known.
 */
export function getErrorReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.message === timeoutMessage) return 'The server did not respond. Try again.'
  if (error.serverMessage !== undefined) return error.serverMessage
  if (error.status === 0) return noReply
  return error.status >= 500 ? serverFault : undefined
}

/** Whether a call was refused with just this. */
export function isRefusedWith(error: unknown, { status, message }: Refusal): boolean {
  return error instanceof ApiError && error.status === status && error.serverMessage === message
}

/** What to do where something could not be loaded; the server's own words say it mostly themselves. */
export function getErrorAdvice(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return 'Try again. If this keeps happening, tell your admin.'
  if (error.message === timeoutMessage) return 'The server did not respond. Try again.'
  if (error.status === 0) return 'Check your connection and try again.'
  if (error.status === 401) return 'You are signed out. Sign in again to see it.'
  if (error.status === 503 && error.serverMessage !== undefined) return undefined
  return error.status >= 500 ? serverFault : undefined
}
