import type { FastifyInstance, FastifyRequest } from 'fastify'
import { firstAsksPerMinute, navigationsPerMinute } from '#contract/limits.ts'
import type { Context } from '../context.ts'
import { isNavigation } from '../ops/web-page.ts'
import { getNetwork } from './network.ts'
import { enforceRateLimit, makeRateLimiter } from './rate-limit.ts'

/** Whether a route is among those that a page needs before anybody has signed in. */
export type IsFirstVisit = (request: FastifyRequest) => boolean

/**
 * Refuses navigations beyond so many a minute from one network with a 429, and what each page asks
 * for first: a whole school behind one address does both at once, so these have limits of their own.
 */
export function limitFirstVisits(
  app: FastifyInstance,
  context: Context,
  isFirstAsk: IsFirstVisit,
): void {
  const navigations = makeRateLimiter(context, navigationsPerMinute)
  const firstAsks = makeRateLimiter(context, firstAsksPerMinute)
  app.addHook('onRequest', (request, _reply, done) => {
    if (isNavigation(request.raw)) enforceRateLimit(navigations, getNetwork(request.ip))
    else if (isFirstAsk(request)) enforceRateLimit(firstAsks, getNetwork(request.ip))
    done()
  })
}
