import type { FastifyInstance } from 'fastify'
import { getCalendarEntry } from '#contract/calendar/add-to-calendar.ts'
import {
  getDayLoads,
  listCalendar,
  listCalendarAbsences,
  listReviewerLoads,
} from '#contract/calendar/calendar.ts'
import { feedPath, getCalendarLink, makeCalendarLink } from '#contract/calendar/feed.ts'
import { abilities } from '#contract/roles.ts'
import { serve, serveList, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { listAbsencesBetween as listAbsent } from './absences.ts'
import * as calendar from './actions.ts'
import { findCalendarEntry } from './calendar-entry.ts'
import { findFeed, getFeedLink, makeFeedLink } from './feed/actions.ts'

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

const noFeed = 'This calendar is not there, or has another address now.\n'

/** Registers the calls that manage feeds, and the feed, which calendars fetch without a session. */
function feedRoutes(app: FastifyInstance, context: Context): void {
  for (const role of abilities['subscribe to reviews']) {
    serve(app, context, makeCalendarLink[role], ({ context, session }) =>
      makeFeedLink(context, session.personId),
    )

    serveRead(app, context, getCalendarLink[role], ({ context, session }) =>
      getFeedLink(context, session.personId),
    )
  }

  // Compressing a reply that is fetched hourly would triple its cost.
  const options = { schema: { hide: true }, compress: false } as const
  app.get<{ Params: { secret: string } }>(feedPath(':secret'), options, async (request, reply) => {
    const { params, headers } = request
    const isKnown = (tag: string) => headers['if-none-match']?.includes(`"${tag}"`) ?? false
    const feed = await findFeed(context, params.secret, isKnown)
    if (!feed) return reply.status(404).type('text/plain; charset=utf-8').send(noFeed)
    // A weak tag, because equal reviews are written with different timestamps.
    reply.headers({ etag: `W/"${feed.tag}"`, 'cache-control': 'private, no-cache' })
    if (feed.text === null) return reply.status(304).send()
    return reply.type('text/calendar; charset=utf-8').send(feed.text)
  })
}
