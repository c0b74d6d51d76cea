import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal, tooManyCalls } from '#contract/kit/refusal.ts'
import { minuteMs } from '#contract/kit/time.ts'
import { changesPerMinute } from '#contract/limits.ts'
import { Refused } from '../call/refused.ts'
import { sessionOf } from '../call/session.ts'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import { limitPerMinute } from './minute-limit.ts'
import { networkOf } from './network.ts'

/**
 * Whose calls are counted together: a person's, in whichever session, or those of a network. A
 * token counts only if it is a session's: whoever makes tokens up gains nothing by it.
 */
export async function callerOf(context: Context, request: FastifyRequest): Promise<string> {
  const session = await sessionOf(context, request)
  return session ? `person ${session.personId}` : `network ${networkOf(request.ip)}`
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses the changing calls of a person beyond so many a minute, before they cost more. */
export function limitChanges(app: FastifyInstance, context: Context): void {
  const tooMany = refusal(429, tooManyCalls)
  const limit = limitPerMinute(context, changesPerMinute)
  app.addHook('onRequest', async (request) => {
    if (reading.has(request.method)) return
    const session = await sessionOf(context, request)
    const retryAfterSeconds = session ? limit(session.personId) : 0
    if (retryAfterSeconds > 0) throw new Refused(tooMany, { retryAfterSeconds })
  })
}

type Counted = (error: null, result: { current: number; ttl: number }) => void

/**
 * Where the library for limits counts calls, by the minute: unlike its own store this one has no
 * caller wait for longer after the clock was set back.
 */
export function minuteStore(clock: Clock) {
  return class MinuteStore {
    readonly #counts = new Map<string, number>()
    #begunAt = Number.NEGATIVE_INFINITY

    incr(caller: string, done: Counted): void {
      const now = clock()
      if (now >= this.#begunAt + minuteMs || now < this.#begunAt) {
        this.#counts.clear()
        this.#begunAt = now
      }
      const current = (this.#counts.get(caller) ?? 0) + 1
      this.#counts.set(caller, current)
      done(null, { current, ttl: this.#begunAt + minuteMs - now })
    }

    /** All routes count together. */
    child(): this {
      return this
    }
  }
}
