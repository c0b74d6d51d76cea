import {
  type CalendarSlot,
  calendarUnbookableReasons,
  type DayLoad,
  type getDayLoads as getLoads,
  type listCalendar,
  type listReviewerLoads as listLoads,
  type ReviewerLoad,
} from '#contract/calendar/calendar.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import { findHoliday } from '#contract/kit/time/holidays.ts'
import { mapPage, type Page } from '#server/database/list/paginate.ts'
import type { Context } from '#server/kit/context.ts'
import {
  type DayInstants,
  isUnbookableOnHoliday,
  parseDates,
  parseInstantRange,
  toOwnSlot,
} from '#server/slots/actions.ts'
import { getBookingRuleInputs } from '#server/slots/bookable/bookable.ts'
import {
  type CalendarFilter,
  type CalendarRow,
  quarterHourMs,
  readBookedSlots,
  readLoadsByQuarterHour,
  readLoadsForAdvisor,
  readReviewerLoads,
  readReviewerSlots,
  readReviewers,
  readSchoolSlots,
  readSlotsWithAdvisorReviews,
} from './queries.ts'

export { revokeFeedLink } from './feed/actions.ts'

/** The range of slots to show, and the inputs of the booking rules; refuses as `parseInstantRange`. */
function shownOn(
  context: Context,
  { noShows, ...asked }: Parameters<typeof parseInstantRange>[1] & OnlyNoShows,
): CalendarFilter {
  const { after, before } = parseInstantRange(context, asked)
  return {
    ...getBookingRuleInputs(context),
    shownAfter: after,
    shownBefore: before,
    noShows: noShows === 'true' ? noShows : undefined,
  }
}

type SlotsAsked = EndpointQuery<(typeof listCalendar)['advisor']>
type OnlyNoShows = { noShows?: string | undefined }

/**
 * Returns a page of a reviewer's own slots with the reviews that have them, by time. Refuses an
 * invalid or too long range (400).
 */
export async function listReviewerCalendar(
  context: Context,
  reviewerId: string,
  { from, to, noShows, ...asked }: SlotsAsked & OnlyNoShows,
): Promise<Page<CalendarSlot>> {
  const shown = shownOn(context, { from, to, noShows })
  return showPage(context, await readReviewerSlots(context.db, { reviewerId, ...shown }, asked))
}

/** `listReviewerCalendar` for the slots that an advisor's own students have or used up. */
export async function listAdvisorCalendar(
  context: Context,
  advisorId: string,
  { from, to, ...asked }: SlotsAsked,
): Promise<Page<CalendarSlot>> {
  const shown = shownOn(context, { from, to })
  return showPage(
    context,
    await readSlotsWithAdvisorReviews(context.db, { advisorId, ...shown }, asked),
  )
}

/** `listReviewerCalendar` for the slots of all reviewers, or of one. */
export async function listSchoolCalendar(
  context: Context,
  { from, to, reviewer, noShows, ...asked }: EndpointQuery<(typeof listCalendar)['admin']>,
): Promise<Page<CalendarSlot>> {
  if (reviewer) return listReviewerCalendar(context, reviewer, { from, to, noShows, ...asked })
  const shown = shownOn(context, { from, to, noShows })
  return showPage(context, await readSchoolSlots(context.db, shown, asked))
}

/**
 * Returns the load of each day in a range: of all reviewers, or of those in the domains of an
 * advisor's students. Refuses like `listReviewerCalendar`.
 */
export async function getDayLoads(
  context: Context,
  asked: EndpointQuery<(typeof getLoads)['admin']>,
  advisorId?: string,
): Promise<{ days: DayLoad[] }> {
  const dates = parseDates(context, asked)
  const span = { ...getBookingRuleInputs(context), ...toSpan(dates) }
  const counted = await (advisorId === undefined
    ? readLoadsByQuarterHour(context.db, span)
    : readLoadsForAdvisor(context.db, { advisorId, ...span }))
  const byDate = new Map(sumByDate(context, dates, counted).map((load) => [load.date, load]))
  const none = { slots: 0, booked: 0, free: 0 }
  return { days: dates.map(({ date }) => byDate.get(date) ?? { date, ...none }) }
}

/**
 * Returns a page of these reviewers by name, or of one, with the load of each of their days. For a
 * single day an admin may also ask for the booked slots.
 */
export async function listReviewerLoads(
  context: Context,
  { from, to, reviewer, bookings, ...asked }: EndpointQuery<(typeof listLoads)['admin']>,
  advisorId?: string,
): Promise<Page<ReviewerLoad>> {
  const { db } = context
  const dates = parseDates(context, { from, to })
  const page = await readReviewers(db, { advisorId, reviewerId: reviewer || undefined }, asked)
  const ids = page.items.map(({ id }) => id)
  const span = { ...getBookingRuleInputs(context), ...toSpan(dates) }
  const counted = await readReviewerLoads(db, { ...span, reviewerIds: JSON.stringify(ids) })
  const byReviewer = Map.groupBy(counted, ({ reviewer_id }) => reviewer_id)
  const showsBookings = bookings === 'true' && dates.length === 1
  const booked = showsBookings ? await findBooked(context, ids, { from, to }) : undefined
  return mapPage(page, ({ id, name }) => ({
    _id: id,
    name,
    days: sumByDate(context, dates, byReviewer.get(id) ?? []),
    ...(booked && { bookings: booked.get(id) ?? [] }),
  }))
}

async function findBooked(context: Context, ids: string[], span: Parameters<typeof shownOn>[1]) {
  const rows = ids.length > 0 ? await readBookedSlots(context.db, ids, shownOn(context, span)) : []
  return Map.groupBy(
    rows.map((row) => showSlot(context, row)),
    ({ reviewer }) => reviewer._id,
  )
}

function toSpan(dates: DayInstants[]) {
  return { from: dates.at(0)?.after ?? 0, until: dates.at(-1)?.before ?? 0 }
}

/**
 * Adds up the loads of quarters of an hour by date; leaves out dates without slots. No slot is free
 * on a holiday.
 */
function sumByDate(
  { settings: { holidays } }: Context,
  dates: DayInstants[],
  quarters: Awaited<ReturnType<typeof readLoadsByQuarterHour>>,
): DayLoad[] {
  const byDate = Map.groupBy(quarters, ({ quarter }) =>
    dates.findIndex(({ before }) => quarter * quarterHourMs < before),
  )
  return dates.flatMap(({ date }, place) => {
    const own = byDate.get(place) ?? []
    const sum = (count: 'slots' | 'booked' | 'free') =>
      own.reduce((total, one) => total + one[count], 0)
    return own.length === 0
      ? []
      : {
          date,
          slots: sum('slots'),
          booked: sum('booked'),
          free: findHoliday(date, holidays) ? 0 : sum('free'),
        }
  })
}

function showPage(context: Context, page: Page<CalendarRow>): Page<CalendarSlot> {
  return mapPage(page, (row) => showSlot(context, row))
}

function showSlot(context: Context, row: CalendarRow): CalendarSlot {
  const obstacle = isUnbookableOnHoliday(context, row) ? 'holiday' : row.obstacle
  return {
    ...toOwnSlot(context, row),
    reviewer: { _id: row.reviewer_id, name: row.reviewer_name },
    noShow: row.no_show,
    whyNot: obstacle && calendarUnbookableReasons[obstacle],
  }
}
