import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal, tooManyCalls } from '#contract/kit/refusal.ts'
import { minuteMs } from '#contract/kit/time/time.ts'
import {
  busyRetrySeconds,
  callsPerMinute,
  changesPerMinute,
  personCallsAtOnce,
} from '#contract/limits.ts'
import { Refused } from '../call/refused.ts'
import { getSession } from '../call/session/session.ts'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import type { IsFirstVisit } from './first-visit-limit.ts'
import { getNetwork } from './network.ts'
import { enforceRateLimit, makeFixedWindow, makeRateLimiter } from './rate-limit.ts'

/**
 * Rate limits of calls, by the minute: all but what a page asks for first, and those that change
 * something, whose limit is lower; and of a person's calls at once. Beyond them a call gets a 429. None
 * with RATE_LIMIT=off.
 */
export async function limitCalls(
  app: FastifyInstance,
  context: Context,
  isFirstAsk: IsFirstVisit,
): Promise<void> {
  if (!context.settings.rateLimit) return
  await app.register(rateLimit, {
    max: callsPerMinute,
    timeWindow: minuteMs,
    store: makeStore(context.clock),
    keyGenerator: (request) => getCaller(context, request),
    allowList: isFirstAsk,
  })
  limitChanges(app, context)
  limitCallsAtOnce(app, context)
}

/**
 * Whose calls are counted together: a person's, in whichever session, or those of a network. A
 * token counts only if it is a session's: whoever makes tokens up gains nothing by it.
 */
async function getCaller(context: Context, request: FastifyRequest): Promise<string> {
  const session = await getSession(context, request)
  return session ? `person ${session.personId}` : `network ${getNetwork(request.ip)}`
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses the changing calls of a person beyond so many a minute, before they cost more. */
function limitChanges(app: FastifyInstance, context: Context): void {
  const limit = makeRateLimiter(context, changesPerMinute)
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method)) return
    const session = await getSession(context, request)
    if (session) enforceRateLimit(limit, session.personId)
  })
}

/**
 * Refuses the calls of a person beyond so many at once, replies that are not read among them: one who
 * reads none would come to hold all that the process can have under way.
 */
function limitCallsAtOnce(app: FastifyInstance, context: Context): void {
  const underWay = new Map<string, number>()
  app.addHook('onRequest', async (request, { raw: response }) => {
    const personId = (await getSession(context, request))?.personId
    if (personId === undefined || response.destroyed) return
    const before = underWay.get(personId) ?? 0
    if (before >= personCallsAtOnce) {
      throw new Refused(refusal(429, tooManyCalls), { retryAfterSeconds: busyRetrySeconds })
    }
    underWay.set(personId, before + 1)
    response.once('close', () => {
      const left = (underWay.get(personId) ?? 0) - 1
      if (left > 0) underWay.set(personId, left)
      else underWay.delete(personId)
    })
  })
}

type Counted = (error: null, result: { current: number; ttl: number }) => void

/**
 * Where the library counts calls. In its own store a caller would wait for longer after the clock
 * was set back.
 */
function makeStore(clock: Clock) {
  return class {
    // All routes count together.
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
