import { performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '#contract/kit/refusal.ts'
import { secondMs } from '#contract/kit/time.ts'
import { busyRetrySeconds, callsAtOnce, callWaitsMs } from '#contract/limits.ts'
import { Refused } from '../call/refused.ts'

export type LoadLimits = { callsAtOnce: number; callWaitsMs: number }

export const loadLimits: LoadLimits = { callsAtOnce, callWaitsMs }

/** Even if refusing alone keeps the process busy, one call in so many ms is answered. */
const admitEveryMs = 20
const calmAfterMs = 10 * secondMs

/**
 * Load shedding: refuses the calls bound in this scope that are too many for the process, before
 * they cost anything: those beyond `callsAtOnce` that are under way (they wait for the database),
 * and, once the process has been busy for `callWaitsMs` without a pause, all but a few until it has
 * caught up; for an eighth of that when it has been so within the last seconds. Returns how to ask
 * for the number of calls that are under way.
 */
export function shedLoad(app: FastifyInstance, limits: LoadLimits): () => number {
  let underWay = 0
  let lastAdmitted = 0
  let lastLate = Number.NEGATIVE_INFINITY
  const { busyFor, begin: beginToTime } = timeBusyness()
  // Whoever waited while the process started did not find it busy.
  app.addHook('onListen', async () => beginToTime())

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
    const isLate = busyFor(now) > (wasLate ? limits.callWaitsMs / 8 : limits.callWaitsMs)
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

/**
 * For how long (ms) the process has not once been without work, by what it sees when it is asked.
 * Whoever is looked at now came in this time: into a socket, or into the line of connections that
 * are not accepted yet, which nothing else here would tell.
 */
function timeBusyness() {
  let idleBefore = performance.nodeTiming.idleTime
  let busySince = performance.now()
  return {
    begin() {
      busySince = performance.now()
    },
    busyFor(now: number): number {
      const idle = performance.nodeTiming.idleTime
      if (idle > idleBefore) busySince = now
      idleBefore = idle
      return now - busySince
    },
  }
}
