import type { IncomingMessage, Server } from 'node:http'
import { report } from 'node:process'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { minuteMs, secondMs } from '#contract/kit/time/time.ts'
import { logCountsPerMinute } from '../ops/log/log-counts.ts'
import { getNetwork } from './network.ts'

/** How long a client may take, and how many connections there may be. */
export type ConnectionLimits = {
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  headersMs: number
  /** To the end of the body. */
  requestMs: number
  /** Without a byte in either direction, while a body is sent or a reply is read. */
  silentMs: number
  /** From the end of the headers of a reply until all of it is taken. */
  replyMs: number
  checkEveryMs: number
  connectionsAtOnce: number
}

/** What more would take in memory, also where there is no limit on open files. */
const connectionsMax = 20_000
const Limits = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.number() }) }),
})

/** The longest body there may be arrives within 30 s at 70 kbit/s. */
export const connectionLimits: ConnectionLimits = {
  headersMs: 10 * secondMs,
  requestMs: 30 * secondMs,
  silentMs: 30 * secondMs,
  replyMs: 2 * minuteMs,
  checkEveryMs: secondMs,
  connectionsAtOnce: getConnectionLimit(),
}

/** Longer than proxies keep a connection between two requests, so that none is closed under one. */
const keepAliveMs = 75 * secondMs
const headersMaxBytes = 16 * 1024
/** After so many a client is told to connect anew; one that sends more at once is cut off. */
const requestsPerConnection = 100

/** The options of a server that cuts slow clients off, and upgrades to WebSockets if it has sockets. */
export function connectionOptions(
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
 * Refuses connections beyond so many at once, with a line a minute that says whose they were, and cuts
 * those that send too many requests, or do not take their reply in time, however often they send a byte.
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
 * How many connections this process holds at once: two thirds of the files that it may open
 * (`ulimit -n`), as the database and the page's files need theirs, and 20,000 at most.
 */
function getConnectionLimit(): number {
  // Node raises its limit as far as it may when it starts.
  return toConnectionLimit(Limits.safeParse(report.getReport()).data?.userLimits.open_files.soft)
}

/** The same for a limit on open files; undefined for none. */
export function toConnectionLimit(openFiles = Number.POSITIVE_INFINITY): number {
  return Math.min(connectionsMax, Math.floor((openFiles * 2) / 3))
}

/**
 * Whether an upgrade is one to the sockets' WebSocket. Any other, such as curl's to HTTP/2, is
 * answered as if it had not been asked for (RFC 9110, section 7.8).
 */
function isToWebSocket({ url, headers }: IncomingMessage): boolean {
  return url?.startsWith('/socket.io/') === true && /\bwebsocket\b/i.test(headers.upgrade ?? '')
}
