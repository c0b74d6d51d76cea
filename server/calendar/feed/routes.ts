import type { FastifyInstance } from 'fastify'
import { getCalendarLink, getFeedPath, makeCalendarLink } from '#contract/calendar/feed.ts'
import { abilities } from '#contract/roles.ts'
import { serve, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { findFeed, getFeedStatus, makeFeedLink } from './actions.ts'

const noFeed = 'This calendar is not there, or has another address now.\n'

/** Registers the calls that manage feeds, and the feed, which calendars fetch without a session. */
export function feedRoutes(app: FastifyInstance, context: Context): void {
  for (const role of abilities['subscribe to reviews']) {
    serve(app, context, makeCalendarLink[role], ({ context, session }) =>
      makeFeedLink(context, session.personId),
    )

    serveRead(app, context, getCalendarLink[role], ({ context, session }) =>
      getFeedStatus(context, session.personId),
    )
  }

  // Compressing a reply that is fetched hourly would triple its cost.
  const options = { schema: { hide: true }, compress: false } as const
  app.get<{ Params: { secret: string } }>(
    getFeedPath(':secret'),
    options,
    async (request, reply) => {
      const { params, headers } = request
      const isKnown = (tag: string) => headers['if-none-match']?.includes(`"${tag}"`) ?? false
      const feed = await findFeed(context, params.secret, isKnown)
      if (!feed) return reply.status(404).type('text/plain; charset=utf-8').send(noFeed)
      // A weak tag, because equal reviews are written with different timestamps.
      reply.headers({ etag: `W/"${feed.tag}"`, 'cache-control': 'private, no-cache' })
      if (feed.text === null) return reply.status(304).send()
      return reply.type('text/calendar; charset=utf-8').send(feed.text)
    },
  )
}
