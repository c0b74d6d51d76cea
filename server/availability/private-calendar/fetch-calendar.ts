import type { CalendarError } from '#contract/kit/kinds/calendar-error.ts'
import { calendarMaxMiB, calendarTimeoutMs } from '#contract/limits/availability.ts'
import type { Context } from '#server/kit/context.ts'
import { version } from '#server/kit/ops/version.ts'
import { createGetTransport, type GetTransport } from '#server/kit/outbound/get.ts'
import { NotPublic } from '#server/kit/outbound/public-addresses.ts'
import { TooLarge } from '#server/kit/outbound/read-at-most.ts'

/** Creates the transport to the servers of reviewers' calendars. */
export function createCalendarTransport({ settings }: Pick<Context, 'settings'>): GetTransport {
  return createGetTransport({
    testOrigin: settings.calendarTestOrigin,
    maxBytes: calendarMaxMiB * 1024 * 1024,
    answeredWithinMs: calendarTimeoutMs,
  })
}

export type FetchedCalendar =
  | { state: 'read'; text: string; etag: string | null }
  | { state: 'unchanged' }
  | { state: 'failed'; error: CalendarError }

/** The longest ETag that is kept. */
const etagMaxLength = 200

/** Fetches a calendar unless it still has this ETag; never throws. */
export async function fetchCalendar(
  transport: GetTransport,
  { url, etag }: { url: string; etag: string | null },
  stopped: AbortSignal,
): Promise<FetchedCalendar> {
  const headers = {
    accept: 'text/calendar',
    'accept-encoding': 'identity',
    'user-agent': `Weekward/${version}`,
    ...(etag !== null && { 'if-none-match': etag }),
  }
  try {
    const answer = await transport.get({ url, headers }, stopped)
    if (answer.status === 304 && etag !== null) return { state: 'unchanged' }
    const error = findError(answer.status, answer.headers['content-encoding'])
    if (error) return { state: 'failed', error }
    const { etag: given } = answer.headers
    const isKept = given !== undefined && given.length <= etagMaxLength
    return { state: 'read', text: answer.body.toString(), etag: isKept ? given : null }
  } catch (error) {
    return { state: 'failed', error: toCalendarError(error) }
  }
}

function findError(status: number, encoding: string | undefined): CalendarError | undefined {
  if (status === 200) return (encoding ?? 'identity') === 'identity' ? undefined : 'compressed'
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 404 || status === 410) return 'gone'
  return status === 401 || status === 403 ? 'denied' : 'status'
}

function toCalendarError(error: unknown): CalendarError {
  if (error instanceof NotPublic) return 'private'
  if (error instanceof TooLarge) return 'large'
  const isLate = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)
  return isLate ? 'slow' : 'unreachable'
}
