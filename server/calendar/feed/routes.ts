import type { FastifyInstance } from 'fastify'
import { feedPath, getCalendarLink, makeCalendarLink } from '#contract/calendar/feed.ts'
import { abilities } from '#contract/roles.ts'
import { serve, serveRead } from '#server/kit/call/serve.ts'
import type { Context } from '#server/kit/context.ts'
import { findFeed, getFeedLink, makeFeedLink } from './actions.ts'

const noFeed = 'This calendar is not there, or has another address now.\n'

/** Binds the feed's own calls, and its address, which calendars ask without a session. */
export function feedRoutes(app: FastifyInstance, context: Context): void {
  for (const role of abilities['subscribe to reviews']) {
    serve(app, context, makeCalendarLink[role], ({ context, session }) =>
      makeFeedLink(context, session.personId),
    )

    serveRead(app, context, getCalendarLink[role], ({ context, session }) =>
      getFeedLink(context, session.personId),
    )
  }

  // Compressed, what is asked for every hour would cost three times as much.
  const options = { schema: { hide: true }, compress: false } as const
  app.get<{ Params: { secret: string } }>(feedPath(':secret'), options, async (request, reply) => {
    const { params, headers } = request
    const isKnown = (tag: string) => headers['if-none-match']?.includes(`"${tag}"`) ?? false
    const feed = await findFeed(context, params.secret, isKnown)
    if (!feed) return reply.status(404).type('text/plain; charset=utf-8').send(noFeed)
    // The same reviews are written with the time at which that was done: alike, not equal.
    reply.headers({ etag: `W/"${feed.tag}"`, 'cache-control': 'private, no-cache' })
    if (feed.text === null) return reply.status(304).send()
    return reply.type('text/calendar; charset=utf-8').send(feed.text)
  })
}
