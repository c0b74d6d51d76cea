import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '#contract/kit/refusal.ts'
import { callsAtOnce, callWaitsMs } from '#contract/limits.ts'
import { Refused } from './refused.ts'

export type LoadLimits = { callsAtOnce: number; callWaitsMs: number }

export const loadLimits: LoadLimits = { callsAtOnce, callWaitsMs }

export type Load = {
  /** How many calls are under way. */
  underWay: () => number
}

const retryAfterSeconds = 2

/**
 * Refuses the calls bound in this scope that are too many for the process, before they cost
 * anything: those beyond `callsAtOnce` that are under way (they wait for the database), and those
 * for which the process had no time for `callWaitsMs` (it is busy by itself).
 */
export function refuseOverload(app: FastifyInstance, limits: LoadLimits): Load {
  let underWay = 0
  const waited = timeTurns()

  const begin = (reply: FastifyReply) => {
    if (underWay >= limits.callsAtOnce) throw new Refused(tooBusy, { retryAfterSeconds })
    underWay += 1
    // Answered, or given up by the client.
    reply.raw.once('close', () => {
      underWay -= 1
    })
  }
  app.addHook('onRequest', async (request, reply) => {
    if (waited() > limits.callWaitsMs) throw new Refused(tooBusy, { retryAfterSeconds })
    if (!hasBody(request)) begin(reply)
  })
  // Whoever sends a body slowly holds nothing up in the meantime, and takes nobody's place.
  app.addHook('preValidation', async (request, reply) => {
    if (hasBody(request)) begin(reply)
  })
  return { underWay: () => underWay }
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * For how long (ms) the process has been at the turn of its event loop. What can be read when a
 * turn begins is read one after another: whoever is read late has waited since then.
 */
function timeTurns(): () => number {
  let began: number | undefined
  return () => {
    const now = performance.now()
    if (began === undefined) {
      began = now
      setImmediate(() => {
        began = undefined
      })
    }
    return now - began
  }
}
