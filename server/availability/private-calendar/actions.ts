import {
  type BusyTime,
  calendarErrorMessages,
  calendarOmissionMessages,
  type listBusyTimes as listing,
  type NewPrivateCalendar,
  type PrivateCalendar,
  privateCalendarRefusals,
} from '#contract/availability/private-calendar.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { calendarOmissions } from '#contract/kit/kinds/calendar-error.ts'
import { toIsoInstant } from '#contract/kit/time/iso.ts'
import {
  calendarFailingNotifiedMs,
  calendarReadIntervalMinMs,
} from '#contract/limits/availability.ts'
import { parseTextList } from '#server/database/column-values.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Tx } from '#server/database/transaction.ts'
import { recordAudit, skipAudit } from '#server/kit/call/audit.ts'
import { Refused } from '#server/kit/call/refused.ts'
import type { Context } from '#server/kit/context.ts'
import { parsePublicUrl } from '#server/kit/outbound/parse-public-url.ts'
import { parseInstantRange } from '#server/slots/actions.ts'
import { readBusyTimes, replaceBusyTimes } from '#server/slots/bookable/busy-times.ts'
import { lockReviewer } from '#server/slots/remove-free-slots.ts'
import {
  type CalendarRow,
  countBookedInBusyTimes,
  deleteCalendar,
  readCalendar,
  readReviewersWithFailingCalendars,
  updateDueAt,
  upsertCalendar,
} from './queries.ts'

/** The state of a reviewer's own calendar; null if there is none. */
export async function findPrivateCalendar(
  context: Context,
  reviewerId: string,
): Promise<PrivateCalendar | null> {
  const row = await readCalendar(context.db, { reviewerId })
  return row ? showCalendar(context, row) : null
}

/** Returns whose calendars have not been readable for so long that they were notified. */
export async function findReviewersWithFailingCalendars({ db, clock }: Context): Promise<string[]> {
  const rows = await readReviewersWithFailingCalendars(db, {
    since: clock() - calendarFailingNotifiedMs,
  })
  return rows.map(({ name }) => name)
}

/**
 * Saves the address of a reviewer's own calendar, which is due at once. The busy times of the one
 * that it replaces count until it has been read. Refuses an address that is not https, has a
 * password, or is not public (400).
 */
export async function savePrivateCalendar(
  context: Context<Tx>,
  reviewerId: string,
  { url: given }: NewPrivateCalendar,
): Promise<PrivateCalendar> {
  const { db, clock } = context
  const testOrigin = context.settings.calendarTestOrigin
  const refusals = privateCalendarRefusals
  const { href: url } = parsePublicUrl(given, { testOrigin, refusals })
  await lockReviewer(context, reviewerId)
  const before = await readCalendar(db, { reviewerId })
  const now = clock()
  const row: CalendarRow = {
    reviewer_id: reviewerId,
    url,
    created_at: now,
    due_at: getDueAt(now, before),
    claimed_until: null,
    tried_at: before?.tried_at ?? null,
    read_at: before?.read_at ?? null,
    read_until: null,
    etag: null,
    left_out: null,
    failing_since: null,
    notified_at: null,
    error: null,
  }
  await upsertCalendar(db, row)
  await recordCalendarAudit(context, reviewerId, { after: url })
  return showCalendar(context, row)
}

/** Has a reviewer's own calendar read again soon. Refuses if there is none (404). */
export async function refreshPrivateCalendar(
  context: Context<Tx>,
  reviewerId: string,
): Promise<PrivateCalendar> {
  skipAudit(context)
  const before = await readCalendar(context.db, { reviewerId })
  if (!before) throw new Refused(privateCalendarRefusals.unknown)
  const dueAt = getDueAt(context.clock(), before)
  await updateDueAt(context.db, { reviewerId, dueAt })
  return showCalendar(context, { ...before, due_at: dueAt })
}

/** Removes a reviewer's own calendar and its busy times. Refuses if there is none (404). */
export async function removePrivateCalendar(
  context: Context<Tx>,
  reviewerId: string,
): Promise<void> {
  await lockReviewer(context, reviewerId)
  const before = await deleteCalendar(context.db, { reviewerId })
  if (!before) throw new Refused(privateCalendarRefusals.unknown)
  await replaceBusyTimes(context, reviewerId, [])
  await recordCalendarAudit(context, reviewerId, { before: before.url })
}

/** Returns a page of a reviewer's busy times on some dates, by time. */
export async function listBusyTimes(
  context: Context,
  reviewerId: string,
  { from, to, ...asked }: EndpointQuery<typeof listing>,
): Promise<Page<BusyTime>> {
  const span = parseInstantRange(context, { from, to })
  const page = await readBusyTimes(context.db, { reviewerId, ...span }, asked)
  return mapPage(page, ({ starts_at, ends_at }) => {
    const startsAt = toIsoInstant(starts_at)
    return { _id: startsAt, startsAt, endsAt: toIsoInstant(ends_at) }
  })
}

/** When a calendar is read next that should be read now; not twice within a short time. */
function getDueAt(now: number, before: CalendarRow | undefined): number {
  return Math.max(now, (before?.tried_at ?? 0) + calendarReadIntervalMinMs)
}

/** Records the host alone, because the address is a secret. */
function recordCalendarAudit(
  context: Context<Tx>,
  id: string,
  { before = null, after = null }: { before?: string | null; after?: string | null },
): Promise<void> {
  const [was, is] = [before, after].map((url) => url && new URL(url).host)
  return recordAudit(context, {
    kind: 'people',
    id,
    before: { private_calendar: was },
    after: { private_calendar: is },
  })
}

async function showCalendar({ db, clock }: Context, row: CalendarRow): Promise<PrivateCalendar> {
  const { reviewer_id: reviewerId, url, created_at, read_at, due_at } = row
  const { failing_since, error, left_out } = row
  const { count } = await countBookedInBusyTimes(db, { reviewerId, now: clock() })
  const known = parseTextList(left_out ?? '[]')
  return {
    host: new URL(url).host,
    lastFour: url.slice(-4),
    addedAt: toIsoInstant(created_at),
    readAt: read_at === null ? null : toIsoInstant(read_at),
    nextReadAt: toIsoInstant(due_at),
    failing:
      failing_since === null || error === null
        ? null
        : { since: toIsoInstant(failing_since), error: calendarErrorMessages[error] },
    leftOut: calendarOmissions
      .filter((kind) => known.includes(kind))
      .map((kind) => calendarOmissionMessages[kind]),
    bookedInBusyTimes: count,
  }
}
