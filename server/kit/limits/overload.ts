import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '#contract/kit/refusal.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import {
  concurrentRequestsMax,
  requestDelayMaxMs,
  retryAfterSeconds,
} from '#contract/limits/limits.ts'
import { Refused } from '../call/refused.ts'

export type LoadLimits = { callsAtOnce: number; callWaitsMs: number }

export const loadLimits: LoadLimits = {
  callsAtOnce: concurrentRequestsMax,
  callWaitsMs: requestDelayMaxMs,
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

const probeEveryMs = 100

/**
 * Returns a function that measures how long (ms) new connections wait until the process accepts
 * them. The kernel queues them where Node cannot see it, so the process connects to itself, when a
 * call asks, at most ten times a second. A busy but prompt process shows no delay, nor does one
 * that does not listen on a port.
 */
function measureAcceptDelay(server: Server): (now: number) => number {
  let probe: { socket: Socket; port: number | undefined; since: number } | undefined
  let last = { delay: 0, at: Number.NEGATIVE_INFINITY }

  const end = (delay: number) => {
    probe?.socket.destroy()
    probe = undefined
    last = { delay, at: performance.now() }
  }
  const begin = (now: number) => {
    const address = server.address()
    if (!server.listening || address === null || typeof address === 'string') return
    const socket = connect({ port: address.port, host: loopbackFor(address.address) })
    const own = { socket, port: undefined as number | undefined, since: now }
    probe = own
    socket.unref()
    socket.once('connect', () => {
      own.port = socket.localPort
    })
    // Without a free file descriptor the delay is unknown.
    socket.once('error', () => probe === own && end(0))
  }
  const isTurnOf = (remotePort: number | undefined) => {
    if (!probe || remotePort !== (probe.port ?? probe.socket.localPort)) return false
    end(performance.now() - probe.since)
    return true
  }
  server.prependListener('connection', (accepted: Socket) => {
    if (isTurnOf(accepted.remotePort)) accepted.destroy()
  })
  // At the connection limit the probe is dropped, but it was accepted.
  server.on('drop', (refused) => isTurnOf(refused?.remotePort))
  server.once('close', () => probe?.socket.destroy())

  return (now) => {
    if (!probe && now >= last.at + probeEveryMs) begin(now)
    return probe ? Math.max(now - probe.since, last.delay) : last.delay
  }
}

/** The loopback address of a server that listens at an address. */
function loopbackFor(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
