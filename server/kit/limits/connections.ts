import type { IncomingMessage, Server } from 'node:http'
import { report } from 'node:process'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { logCountsPerMinute } from '../ops/log/log-counts-per-minute.ts'
import { getNetwork } from './client-network.ts'

/** Timeouts of clients, and the connection limit. */
export type ConnectionLimits = {
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  headersMs: number
  /** To the end of the body. */
  requestMs: number
  /** Without a byte in either direction while a body or a reply is transferred. */
  silentMs: number
  /** From the headers of a reply until all of it is sent. */
  replyMs: number
  checkEveryMs: number
  connectionsAtOnce: number
}

/** Memory allows no more, even without a limit on open files. */
const connectionsMax = 20_000
const Limits = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.number() }) }),
})

/** The largest allowed body arrives within 30 s at 70 kbit/s. */
export const connectionLimits: ConnectionLimits = {
  headersMs: 10 * secondMs,
  requestMs: 30 * secondMs,
  silentMs: 30 * secondMs,
  replyMs: 2 * minuteMs,
  checkEveryMs: secondMs,
  connectionsAtOnce: getConnectionLimit(),
}

/** Longer than proxies keep idle connections, so that they never reuse one that is being closed. */
const keepAliveMs = 75 * secondMs
const headersMaxBytes = 16 * 1024
/** After this many requests a client must reconnect; one that has sent more is cut off. */
const requestsPerConnection = 100

/** Options that cut off slow clients and allow only WebSocket upgrades, if there are sockets. */
export function getConnectionOptions(
  { headersMs, requestMs, silentMs, checkEveryMs }: ConnectionLimits,
  { hasSockets }: { hasSockets: boolean },
) {
  return {
    requestTimeout: requestMs,
    connectionTimeout: silentMs,
    keepAliveTimeout: keepAliveMs,
    maxRequestsPerSocket: requestsPerConnection,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: headersMaxBytes,
      shouldUpgradeCallback: (request) => hasSockets && isToWebSocket(request),
    },
  } satisfies FastifyHttpOptions<Server>
}

/**
 * Limits concurrent connections, with a log line a minute by network. Cuts connections with too
 * many requests, and those that do not read a reply in time, even if they keep sending bytes.
 */
export function limitConnections(
  app: FastifyInstance,
  { connectionsAtOnce, replyMs }: ConnectionLimits,
): void {
  const message = `all ${connectionsAtOnce} connections are in use: some were refused`
  const onRefused = logCountsPerMinute(app, message)
  app.server.maxConnections = connectionsAtOnce
  app.server.on('drop', (refused) => onRefused(getNetwork(refused?.remoteAddress ?? '')))
  app.server.on('dropRequest', (_request, socket) => socket.destroy())
  app.addHook('onSend', async ({ raw: { socket } }, { raw: response }) => {
    const late = setTimeout(() => socket.destroy(), replyMs).unref()
    response.once('close', () => clearTimeout(late))
  })
}

/**
 * The connection limit of this process: two thirds of its open file limit (`ulimit -n`), since the
 * database and static files need some too, and at most 20,000.
 */
function getConnectionLimit(): number {
  // Node raises its soft limit to the hard limit at start.
  return getConnectionLimitForOpenFiles(
    Limits.safeParse(report.getReport()).data?.userLimits.open_files.soft,
  )
}

/** Computes the connection limit for a limit on open files; undefined for none. */
export function getConnectionLimitForOpenFiles(openFiles = Number.POSITIVE_INFINITY): number {
  return Math.min(connectionsMax, Math.floor((openFiles * 2) / 3))
}

/**
 * Whether an upgrade is for Socket.IO's WebSocket. Any other upgrade, such as curl's to HTTP/2, is
 * ignored (RFC 9110, section 7.8).
 */
function isToWebSocket({ url, headers }: IncomingMessage): boolean {
  return url?.startsWith('/socket.io/') === true && /\bwebsocket\b/i.test(headers.upgrade ?? '')
}
