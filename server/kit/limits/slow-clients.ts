import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sessionFound } from '../call/session.ts'
import { type Connection, disconnect, getWebSocket } from '../live/web-sockets.ts'
import { logCountsPerMinute } from '../ops/log-counts.ts'
import {
  type Backpressure,
  type BackpressureLimits,
  type Reader,
  trackBackpressure,
} from './backpressure.ts'
import { getNetwork, type NetworkOf } from './network.ts'

const KiB = 1024
/** What the system takes off our hands whether it is read or not. */
const smallBytes = 16 * KiB
/** What is in memory of a file that is read as fast as it is written. */
const streamBytes = 64 * KiB
/** Of one socket: far more than a page that reads ever has before it. */
const socketMaxBytes = 1_024 * KiB

/**
 * Cuts off those who do not read what is written to them, beyond a measure. Replies are counted from
 * when they are written until they have been read, or the client is gone; for the sockets see below.
 */
export function limitBackpressure(app: FastifyInstance, limits: BackpressureLimits): Backpressure {
  const onCut = logCountsPerMinute(app, 'disconnected: the client did not read its replies')
  const unread = trackBackpressure(limits, onCut)
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = bytesOf(payload, reply)
    if (bytes < smallBytes) return payload
    const session = await sessionFound(request)
    const reader = { network: getNetwork(request.ip), session: session?.tokenHash }
    holdReply(unread, reader, reply.raw, bytes)
    return payload
  })
  return unread
}

function holdReply(
  unread: Backpressure,
  reader: Reader,
  response: ServerResponse,
  bytes: number,
): void {
  const written = unread.hold(reader, () => response.socket?.destroy())
  response.once('close', written.letGo)
  written.set(bytes)
}

function bytesOf(payload: unknown, reply: FastifyReply): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length
  return Math.min(streamBytes, Number(reply.getHeader('content-length') ?? streamBytes))
}

/** The same for what is sent to a socket. One that has too much before it is cut on its own. */
export function countSocket(connection: Connection, reader: Reader, unread: Backpressure): void {
  let queued = 0
  const written = unread.hold(reader, () => disconnect(connection))
  const count = () => {
    const bytes = queued + (getWebSocket(connection)?.bufferedAmount ?? 0)
    if (bytes > socketMaxBytes) disconnect(connection)
    else written.set(bytes < smallBytes ? 0 : bytes)
  }
  const follow = (transport: Connection['transport']) => transport.on('drain', count)
  follow(connection.transport)
  connection.on('upgrade', follow)
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    queued += typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0
    count()
  })
  connection.on('flush', () => {
    queued = 0
  })
  connection.on('drain', count)
  connection.once('close', written.letGo)
}

/** The same for what long polling answers: what the system has not taken is unread. */
export function countPolls(
  app: FastifyInstance,
  unread: Backpressure,
  networkOfRaw: NetworkOf,
): void {
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/socket.io/')) return
    response.once('prefinish', () => {
      const bytes = request.socket.writableLength
      const network = networkOfRaw(request)
      if (bytes >= smallBytes) holdReply(unread, { network }, response, bytes)
    })
  })
}
