import type { Refusal } from '#contract/kit/refusal.ts'
import { ApiError, timeoutMessage } from './call-api.ts'

/** Shown if no reply came. The cause is unknown, but the reader can check these. */
const noReply = 'The server could not be reached. Check your connection.'
const serverFault = 'Something went wrong on the server. Try again in a moment.'

/**
 * The reason for a failed call, to show below an error text of the specification that gives none:
 * the server's message. Undefined if there is none.
 */
export function getErrorReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.message === timeoutMessage) return 'The server did not respond. Try again.'
  if (error.serverMessage !== undefined) return error.serverMessage
  if (error.status === 0) return noReply
  return error.status >= 500 ? serverFault : undefined
}

/** Whether a call failed with exactly this refusal. */
export function isRefusedWith(error: unknown, { status, message }: Refusal): boolean {
  return error instanceof ApiError && error.status === status && error.serverMessage === message
}

/** What the reader can do about a failed load; undefined if the server's message says it. */
export function getErrorAdvice(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return 'Try again. If this keeps happening, tell your admin.'
  if (error.message === timeoutMessage) return 'The server did not respond. Try again.'
  if (error.status === 0) return 'Check your connection and try again.'
  if (error.status === 401) return 'You are signed out. Sign in again to see it.'
  if (error.status === 503 && error.serverMessage !== undefined) return undefined
  return error.status >= 500 ? serverFault : undefined
}
