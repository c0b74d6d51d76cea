import type { FastifyInstance, FastifyRequest } from 'fastify'
import { anonymousRequestsPerMinute, navigationsPerMinute } from '#contract/limits/limits.ts'
import type { Context } from '../context.ts'
import { isNavigation } from '../ops/web-page.ts'
import { getNetwork } from './client-network.ts'
import { enforceRateLimit, makeRateLimiter } from './rate-limit.ts'

/** Whether a request is one that a page makes before anybody has signed in. */
export type IsFirstVisit = (request: FastifyRequest) => boolean

/**
 * Limits navigations and the first requests of pages by network; beyond that, a 429. They have
 * limits of their own, since a whole school behind one address may open pages at once.
 */
export function limitFirstVisits(
  app: FastifyInstance,
  context: Context,
  isFirstAsk: IsFirstVisit,
): void {
  const navigations = makeRateLimiter(context, navigationsPerMinute)
  const firstAsks = makeRateLimiter(context, anonymousRequestsPerMinute)
  app.addHook('onRequest', (request, _reply, done) => {
    if (isNavigation(request.raw)) enforceRateLimit(navigations, getNetwork(request.ip))
    else if (isFirstAsk(request)) enforceRateLimit(firstAsks, getNetwork(request.ip))
    done()
  })
}
