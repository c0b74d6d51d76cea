import type {
  CalendarAbsence,
  listCalendarAbsences as endpoint,
} from '#contract/calendar/calendar.ts'
import type { EndpointQuery } from '#contract/kit/endpoint.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import {
  definePaginatedList,
  mapPage,
  type Page,
  type PageOrder,
} from '#server/database/list/paginate.ts'
import { isActive } from '#server/database/person-conditions.ts'
import type { Values } from '#server/database/query.ts'
import type { Context } from '#server/kit/context.ts'
import { parseDates } from '#server/slots/actions.ts'
import { selectReviewersForAdvisor } from './queries.ts'

/**
 * Returns a page of the absences between two dates, by last date: a reviewer's own, those of the
 * reviewers of an advisor's students (without reasons), or everybody's. Refuses an invalid or too
 * long range (400).
 */
export async function listAbsencesBetween(
  context: Context,
  { role, personId }: { role: RoleAbleTo<'see who is away'>; personId: string },
  { from, to, reviewer, ...asked }: EndpointQuery<(typeof endpoint)['admin']>,
): Promise<Page<CalendarAbsence>> {
  const dates = parseDates(context, { from, to })
  const page = await readAway(
    context.db,
    {
      first: dates.at(0)?.date ?? '',
      last: dates.at(-1)?.date ?? '',
      reviewerId: role === 'reviewer' ? personId : reviewer,
      advisorId: role === 'advisor' ? personId : undefined,
    },
    asked,
  )
  return mapPage(page, (row) => ({
    _id: row.id,
    reviewer: { _id: row.reviewer_id, name: row.reviewer_name },
    from: row.date_from,
    to: row.date_to,
    reason: role === 'advisor' ? null : row.reason,
  }))
}

const byEnd: PageOrder<{ id: string; date_to: string }> = {
  order: { columns: ['absences.date_to', 'absences.id'], direction: 'asc' },
  keyOf: (row) => [row.date_to, row.id],
}

/** A range of dates in the school's zone, and whose absences to read; everybody's if undefined. */
type Asked = {
  first: string
  last: string
  reviewerId: string | undefined
  advisorId: string | undefined
}

const readAway = definePaginatedList(
  byEnd,
  (db, { first, last, reviewerId, advisorId }: Values<Asked>) => {
    const away = db
      .selectFrom('absences')
      .innerJoin('people', 'people.id', 'absences.reviewer_id')
      .select(['absences.id', 'absences.date_from', 'absences.date_to', 'absences.reason'])
      .select(['people.id as reviewer_id', 'people.name as reviewer_name'])
      .where('absences.date_to', '>=', first)
      .where('absences.date_from', '<=', last)
      .where(isActive)
    const ofOne = reviewerId ? away.where('absences.reviewer_id', '=', reviewerId) : away
    if (!advisorId) return ofOne
    return ofOne.where('absences.reviewer_id', 'in', selectReviewersForAdvisor(db, advisorId))
  },
)
