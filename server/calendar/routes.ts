import type { FastifyInstance } from 'fastify'
import { getCalendarEntry } from '#contract/calendar/add-to-calendar.ts'
import {
  getDayLoads,
  listCalendar,
  listCalendarAbsences,
  listReviewerLoads,
} from '#contract/calendar/calendar.ts'
import { abilities } from '#contract/roles.ts'
import { serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { listAbsencesBetween as listAbsent } from './absences.ts'
import * as calendar from './actions.ts'
import { findCalendarEntry } from './add-to-calendar.ts'
import { feedRoutes } from './feed/routes.ts'

export function calendarRoutes(app: FastifyInstance, context: Context): void {
  serveList(app, context, listCalendar.reviewer, ({ context, session, query }) =>
    calendar.listReviewerCalendar(context, session.personId, query),
  )

  serveList(app, context, listCalendar.advisor, ({ context, session, query }) =>
    calendar.listAdvisorCalendar(context, session.personId, query),
  )

  serveList(app, context, listCalendar.admin, ({ context, query }) =>
    calendar.listSchoolCalendar(context, query),
  )

  serveRead(app, context, getDayLoads.advisor, ({ context, session, query }) =>
    calendar.getDayLoads(context, query, session.personId),
  )

  serveRead(app, context, getDayLoads.admin, ({ context, query }) =>
    calendar.getDayLoads(context, query),
  )

  serveList(app, context, listReviewerLoads.advisor, ({ context, session, query }) =>
    calendar.listReviewerLoads(context, query, session.personId),
  )

  serveList(app, context, listReviewerLoads.admin, ({ context, query }) =>
    calendar.listReviewerLoads(context, query),
  )

  for (const endpoint of Object.values(listCalendarAbsences)) {
    serveList(app, context, endpoint, ({ context, session, query }) =>
      listAbsent(context, session, query),
    )
  }

  for (const role of abilities['have reviews']) {
    serveRead(app, context, getCalendarEntry[role], ({ context, session, query }) =>
      findCalendarEntry(context, session, query.id),
    )
  }

  feedRoutes(app, context)
}
