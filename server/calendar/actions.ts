import type {
  CalendarSlot,
  DayLoad,
  getDayLoads as getLoads,
  listCalendar,
  listReviewerLoads as listLoads,
  ReviewerLoad,
} from '#contract/calendar.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { mapPage, type Page } from '#server/database/list.ts'
import type { Context } from '#server/kit/context.ts'
import { datesAsked, showOwnSlot, spanAsked } from '#server/slots/actions.ts'
import {
  type CalendarRow,
  countByDay,
  countByReviewer,
  readAdvisorSlots,
  readReviewerSlots,
  readReviewers,
  readSchoolSlots,
} from './queries.ts'

type SlotsAsked = QueryOf<(typeof listCalendar)['advisor']>
type OnlyNoShows = { noShows?: string | undefined }

/** A page of a reviewer's own slots with who has them, by time; refuses with 400 a span that is none, or too long. */
export async function listReviewerCalendar(
  context: Context,
  reviewerId: string,
  { from, to, noShows, ...asked }: SlotsAsked & OnlyNoShows,
): Promise<Page<CalendarSlot>> {
  const only = { noShows: noShows === 'true' ? noShows : undefined }
  const span = { ...spanAsked(context, { from, to }), ...only }
  return showPage(context, await readReviewerSlots(context.db, { reviewerId, ...span }, asked))
}

/** The same of the slots that an advisor's own students have, or have used up. */
export async function listAdvisorCalendar(
  context: Context,
  advisorId: string,
  { from, to, ...asked }: SlotsAsked,
): Promise<Page<CalendarSlot>> {
  const span = spanAsked(context, { from, to })
  return showPage(context, await readAdvisorSlots(context.db, { advisorId, ...span }, asked))
}

/** The same of the slots of all reviewers, or of one. */
export async function listSchoolCalendar(
  context: Context,
  { from, to, reviewer, noShows, ...asked }: QueryOf<(typeof listCalendar)['admin']>,
): Promise<Page<CalendarSlot>> {
  if (reviewer) return listReviewerCalendar(context, reviewer, { from, to, noShows, ...asked })
  const only = { noShows: noShows === 'true' ? noShows : undefined }
  const span = { ...spanAsked(context, { from, to }), ...only }
  return showPage(context, await readSchoolSlots(context.db, span, asked))
}

/**
 * How full each day of a span is: of all reviewers, or of those of the domains of an advisor's
 * students. Refuses as the lists do.
 */
export async function getDayLoads(
  context: Context,
  asked: QueryOf<(typeof getLoads)['admin']>,
  advisorId?: string,
): Promise<{ days: DayLoad[] }> {
  const { clock, db } = context
  const dates = datesAsked(context, asked)
  const counted = await countByDay(db, dates, { now: clock(), advisorId })
  const byDate = new Map(counted.map((load) => [load.date, load]))
  const none = { slots: 0, booked: 0, free: 0 }
  return { days: dates.map(({ date }) => byDate.get(date) ?? { date, ...none }) }
}

/** A page of the same reviewers, by name, or of one, with how full their days are. */
export async function listReviewerLoads(
  context: Context,
  { from, to, reviewer, ...asked }: QueryOf<(typeof listLoads)['admin']>,
  advisorId?: string,
): Promise<Page<ReviewerLoad>> {
  const { clock, db } = context
  const dates = datesAsked(context, { from, to })
  const page = await readReviewers(db, { advisorId, reviewerId: reviewer || undefined }, asked)
  const reviewerIds = page.items.map(({ id }) => id)
  const counted =
    reviewerIds.length > 0 ? await countByReviewer(db, dates, { now: clock(), reviewerIds }) : []
  const byReviewer = Map.groupBy(counted, ({ reviewer_id }) => reviewer_id)
  return mapPage(page, ({ id, name }) => ({
    _id: id,
    name,
    days: (byReviewer.get(id) ?? []).map(({ reviewer_id, ...load }) => load),
  }))
}

function showPage(context: Context, page: Page<CalendarRow>): Page<CalendarSlot> {
  return mapPage(page, (row) => ({
    ...showOwnSlot(context, row),
    reviewer: { _id: row.reviewer_id, name: row.reviewer_name },
    noShow: row.no_show,
  }))
}
