import { calendarErrorMessages } from '#contract/availability/private-calendar.ts'
import type { CalendarError } from '#contract/kit/kinds/calendar-error.ts'
import { dayMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import {
  busyDaysBefore,
  busyDaysBeyond,
  calendarExpandTimeoutMs,
  calendarFailingNotifiedMs,
  calendarReadEveryMinutes,
  calendarTimeoutMs,
} from '#contract/limits/availability.ts'
import type { Tx } from '#server/database/transaction.ts'
import { makeJobAuditSource } from '#server/kit/call/audit.ts'
import { inTransactionThenNotify } from '#server/kit/call/change.ts'
import type { Context } from '#server/kit/context.ts'
import { newId } from '#server/kit/id.ts'
import { forEachConcurrently } from '#server/kit/limits/concurrency.ts'
import type { GetTransport } from '#server/kit/outbound/get.ts'
import { notify } from '#server/notifications/actions.ts'
import { replaceBusyTimes } from '#server/slots/bookable/busy-times.ts'
import { lockReviewer } from '#server/slots/remove-free-slots.ts'
import { getGenerationEnd } from '../generate-slots.ts'
import type { BusyTimes } from './expand/find-busy-times.ts'
import { CalendarUnreadableError, type Expander } from './expander.ts'
import { fetchCalendar } from './fetch-calendar.ts'
import { type CalendarRow, claimCalendar, readDueCalendars, recordReading } from './queries.ts'

/** Readings at a time, so that one server that does not answer holds up few others. */
const readingsAtOnce = 4

/** Longer than any reading takes; a calendar whose process died is read again after it. */
const calendarClaimMs = calendarTimeoutMs + readingsAtOnce * calendarExpandTimeoutMs + 20 * secondMs

export type CalendarReader = { context: Context; transport: GetTransport; expander: Expander }

/** Reads the calendars that are due, a few at a time. */
export async function refreshDueCalendars(
  reader: CalendarReader,
  stopped: AbortSignal,
): Promise<void> {
  const { db, clock } = reader.context
  const due = await readDueCalendars(db, { now: clock() })
  await forEachConcurrently(due, readingsAtOnce, async ({ reviewer_id: reviewerId, email }) => {
    if (stopped.aborted) return
    const now = clock()
    const row = await claimCalendar(db, { reviewerId, now, until: now + calendarClaimMs })
    if (row) await readOne(reader, { ...row, email }, stopped)
  })
}

/** The emails by which a calendar's owner is invited: here, and in its URL, as Google's has it. */
function findOwners({ email, url }: { email: string; url: string }): string[] {
  const parts = new URL(url).pathname.replaceAll('%40', '@').split('/')
  return [email, ...parts.filter((part) => part.includes('@'))]
}

/** Reads a calendar. A failed reading keeps the busy times of the last successful one. */
async function readOne(
  reader: CalendarReader,
  row: CalendarRow & { email: string },
  stopped: AbortSignal,
) {
  const { context } = reader
  const now = context.clock()
  const end = getGenerationEnd(context)
  // Repeats of the coming days are not known yet, so the text is needed even if it is the same.
  const isEnough = row.read_until !== null && row.read_until >= end && row.failing_since === null
  const asked = { url: row.url, etag: isEnough ? row.etag : null }
  const fetched = await fetchCalendar(reader.transport, asked, stopped)
  if (stopped.aborted) return
  if (fetched.state === 'failed') return recordFailure(context, row, fetched.error)
  if (fetched.state === 'unchanged') return recordSuccess(context, row)
  const until = end + busyDaysBeyond * dayMs
  try {
    const found = await reader.expander.expand({
      text: fetched.text,
      from: now - busyDaysBefore * dayMs,
      until,
      timeZone: context.settings.timeZone,
      owners: findOwners(row),
    })
    await recordSuccess(context, row, { ...found, until, etag: fetched.etag })
  } catch (error) {
    if (stopped.aborted) return
    if (!(error instanceof CalendarUnreadableError)) throw error
    await recordFailure(context, row, error.why)
  }
}

/** Records a reading, with the busy times unless the calendar is unchanged. */
function recordSuccess(
  context: Context,
  row: CalendarRow,
  found?: BusyTimes & { until: number; etag: string | null },
): Promise<void> {
  const read = found
    ? {
        read_until: found.until,
        etag: found.etag,
        left_out: found.leftOut.length > 0 ? JSON.stringify(found.leftOut) : null,
      }
    : { read_until: row.read_until, etag: row.etag, left_out: row.left_out }
  const outcome = { ...read, failing_since: null, notified_at: null, error: null }
  return record(context, row, { ...outcome, read_at: context.clock() }, async (tx) => {
    if (found) await replaceBusyTimes(tx, row.reviewer_id, found.busy)
  })
}

/** Records a failed reading, and notifies the reviewer once if it has failed for long. */
function recordFailure(context: Context, row: CalendarRow, error: CalendarError): Promise<void> {
  const now = context.clock()
  const { read_at, read_until, etag, left_out } = row
  const since = row.failing_since ?? now
  const isNotified = row.notified_at === null && now - since >= calendarFailingNotifiedMs
  const kept = { read_at, read_until, etag, left_out }
  const outcome = {
    ...kept,
    error,
    failing_since: since,
    notified_at: isNotified ? now : row.notified_at,
  }
  return record(context, row, outcome, async (tx) => {
    if (!isNotified) return
    await notify(tx, {
      kind: 'calendar-unread',
      dedupeKey: newId(),
      to: [{ _id: row.reviewer_id, role: 'reviewer' }],
      payload: () => ({ host: new URL(row.url).host, why: calendarErrorMessages[error] }),
    })
  })
}

type Outcome = Omit<Parameters<typeof recordReading>[1], 'reviewerId' | 'url' | 'due_at'>

/** Records a reading and what follows from it, unless the address has changed meanwhile. */
function record(
  context: Context,
  { reviewer_id: reviewerId, url }: CalendarRow,
  outcome: Outcome,
  then: (tx: Context<Tx>) => Promise<void>,
): Promise<void> {
  const change = makeJobAuditSource('read-private-calendar')
  return inTransactionThenNotify({ ...context, change }, async (tx) => {
    await lockReviewer(tx, reviewerId)
    const due_at = tx.clock() + calendarReadEveryMinutes * minuteMs
    if (!(await recordReading(tx.db, { reviewerId, url, due_at, ...outcome }))) return
    await then(tx)
    tx.live.changed('slots', [reviewerId])
  })
}
