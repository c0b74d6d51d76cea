import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defineRefusal, tooManyRequestsMessage } from '#contract/kit/refusal.ts'
import { minuteMs } from '#contract/kit/time/durations.ts'
import {
  changesPerMinute,
  concurrentRequestsPerPerson,
  concurrentRequestsPerToken,
  requestsPerMinute,
  retryAfterSeconds,
  tokenChangesPerMinute,
  tokenRequestsPerMinute,
} from '#contract/limits/limits.ts'
import { Refused } from '../call/refused.ts'
import { getSession } from '../call/session/request-session.ts'
import type { Session } from '../call/session/session.ts'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import { getNetwork } from './client-network.ts'
import type { IsFirstVisit } from './first-visit-limit.ts'
import { enforceRateLimit, makeFixedWindow, makeRateLimiter } from './rate-limit.ts'

/**
 * Limits calls per minute, changes per minute (lower), and concurrent calls of a person or an API
 * token. Calls
 * beyond a limit get a 429. The first requests of a page have limits of their own. Does nothing
 * with RATE_LIMIT=off.
 */
export async function limitCalls(
  app: FastifyInstance,
  context: Context,
  isFirstAsk: IsFirstVisit,
): Promise<void> {
  if (!context.settings.rateLimit) return
  await app.register(rateLimit, {
    max: (_request, caller) => (isToken(caller) ? tokenRequestsPerMinute : requestsPerMinute),
    timeWindow: minuteMs,
    store: makeStore(context.clock),
    keyGenerator: (request) => getCaller(context, request),
    allowList: isFirstAsk,
  })
  limitChanges(app, context)
  limitCallsAtOnce(app, context)
}

/**
 * The key that calls are counted by: the person, in all their sessions, their API token, or the
 * network. A token counts only if it exists, so that made-up tokens gain nothing.
 */
async function getCaller(context: Context, request: FastifyRequest): Promise<string> {
  const session = await getSession(context, request)
  return session ? getOwner(session) : `network ${getNetwork(request.ip)}`
}

const tokenPrefix = 'token '
const isToken = (caller: string) => caller.startsWith(tokenPrefix)

/** An API token has limits of its own, so that it does not keep its owner out of the page. */
function getOwner({ personId, apiToken }: Session): string {
  return apiToken ? tokenPrefix + apiToken.id : `person ${personId}`
}

const reading = new Set(['GET', 'OPTIONS'])

/** Limits changes per minute, before they cost more. */
function limitChanges(app: FastifyInstance, context: Context): void {
  const limit = makeRateLimiter(context, changesPerMinute)
  const tokenLimit = makeRateLimiter(context, tokenChangesPerMinute)
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method)) return
    const session = await getSession(context, request)
    if (session) enforceRateLimit(session.apiToken ? tokenLimit : limit, getOwner(session))
  })
}

/**
 * Limits concurrent calls. Unread replies count: otherwise one client that reads none
 * could take all capacity.
 */
function limitCallsAtOnce(app: FastifyInstance, context: Context): void {
  const underWay = new Map<string, number>()
  app.addHook('onRequest', async (request, { raw: response }) => {
    const session = await getSession(context, request)
    if (!session || response.destroyed) return
    const owner = getOwner(session)
    const max = session.apiToken ? concurrentRequestsPerToken : concurrentRequestsPerPerson
    const before = underWay.get(owner) ?? 0
    if (before >= max) {
      throw new Refused(defineRefusal(429, tooManyRequestsMessage), {
        retryAfterSeconds: retryAfterSeconds,
      })
    }
    underWay.set(owner, before + 1)
    response.once('close', () => {
      const left = (underWay.get(owner) ?? 0) - 1
      if (left > 0) underWay.set(owner, left)
      else underWay.delete(owner)
    })
  })
}

type Counted = (error: null, result: { current: number; ttl: number }) => void

/**
 * The store of the rate limit plugin. With its own store, callers would wait longer after the clock
 * was set back.
 */
function makeStore(clock: Clock) {
  return class {
    // Shared by all routes.
    readonly #countIn = makeFixedWindow(clock, minuteMs)

    incr(caller: string, done: Counted): void {
      const { count, leftMs } = this.#countIn(caller)
      done(null, { current: count, ttl: leftMs })
    }

    child(): this {
      return this
    }
  }
}
