import { performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '#contract/kit/refusal.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import {
  concurrentRequestsMax,
  overloadDelayMs,
  retryAfterSeconds,
} from '#contract/limits/limits.ts'
import { Refused } from '../call/refused.ts'
import { measureAcceptDelay } from './measure-accept-delay.ts'

export type LoadLimits = { callsAtOnce: number; callWaitsMs: number }

export const loadLimits: LoadLimits = {
  callsAtOnce: concurrentRequestsMax,
  callWaitsMs: overloadDelayMs,
}

/** Even when overloaded, one call is admitted in this many ms. */
const admitEveryMs = 20
const calmAfterMs = 10 * secondMs

/**
 * Load shedding: refuses calls of this scope before they cost anything. It refuses calls beyond
 * `callsAtOnce` in progress, and, while new connections wait longer than `callWaitsMs` (an eighth
 * of that within seconds after a previous overload), all but a few calls until the process has
 * caught up. Returns a function that counts the calls in progress.
 */
export function shedLoad(app: FastifyInstance, limits: LoadLimits): () => number {
  let underWay = 0
  let lastAdmitted = 0
  let lastLate = Number.NEGATIVE_INFINITY
  const acceptDelay = Number.isFinite(limits.callWaitsMs) ? measureAcceptDelay(app.server) : () => 0

  const refuse = () => {
    throw new Refused(tooBusy, { retryAfterSeconds: retryAfterSeconds })
  }
  const begin = (reply: FastifyReply) => {
    if (underWay >= limits.callsAtOnce) refuse()
    underWay += 1
    // The reply was sent, or the client has gone.
    reply.raw.once('close', () => {
      underWay -= 1
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    const now = performance.now()
    // A single burst is tolerated longer than repeated ones.
    const wasLate = now < lastLate + calmAfterMs
    const isLate = acceptDelay(now) > (wasLate ? limits.callWaitsMs / 8 : limits.callWaitsMs)
    if (isLate) lastLate = now
    if (isLate && now < lastAdmitted + admitEveryMs) refuse()
    lastAdmitted = now
    if (!hasBody(request)) begin(reply)
    done()
  })
  // While its body arrives, a call takes no place.
  app.addHook('preValidation', (request, reply, done) => {
    if (hasBody(request)) begin(reply)
    done()
  })
  return () => underWay
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
