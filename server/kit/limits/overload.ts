import { performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '#contract/kit/refusal.ts'
import { secondMs } from '#contract/kit/time/time.ts'
import { busyRetrySeconds, callsAtOnce, callWaitsMs } from '#contract/limits.ts'
import { Refused } from '../call/refused.ts'
import { measureAcceptDelay } from './accept-delay.ts'

export type LoadLimits = { callsAtOnce: number; callWaitsMs: number }

export const loadLimits: LoadLimits = { callsAtOnce, callWaitsMs }

/** Even if refusing alone keeps the process busy, one call in so many ms is answered. */
const admitEveryMs = 20
const calmAfterMs = 10 * secondMs

/**
 * Load shedding: refuses the calls bound in this scope that are too many for the process, before
 * they cost anything: those beyond `callsAtOnce` that are under way (they wait for the database),
 * and, once whoever comes waits for `callWaitsMs`, all but a few until the process has caught up; for
 * an eighth of that when it has been so within the last seconds. Returns how to ask for the number of
 * calls that are under way.
 */
export function shedLoad(app: FastifyInstance, limits: LoadLimits): () => number {
  let underWay = 0
  let lastAdmitted = 0
  let lastLate = Number.NEGATIVE_INFINITY
  const acceptDelay = Number.isFinite(limits.callWaitsMs) ? measureAcceptDelay(app.server) : () => 0

  const refuse = () => {
    throw new Refused(tooBusy, { retryAfterSeconds: busyRetrySeconds })
  }
  const begin = (reply: FastifyReply) => {
    if (underWay >= limits.callsAtOnce) refuse()
    underWay += 1
    // Answered, or given up by the client.
    reply.raw.once('close', () => {
      underWay -= 1
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    const now = performance.now()
    // A single rush may take its time; when there is one after the other, all are kept waiting.
    const wasLate = now < lastLate + calmAfterMs
    const isLate = acceptDelay(now) > (wasLate ? limits.callWaitsMs / 8 : limits.callWaitsMs)
    if (isLate) lastLate = now
    if (isLate && now < lastAdmitted + admitEveryMs) refuse()
    lastAdmitted = now
    if (!hasBody(request)) begin(reply)
    done()
  })
  // Whoever sends a body slowly holds nothing up in the meantime, and takes nobody's place.
  app.addHook('preValidation', (request, reply, done) => {
    if (hasBody(request)) begin(reply)
    done()
  })
  return () => underWay
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
