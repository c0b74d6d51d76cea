import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { minuteMs, secondMs } from './clock.ts'

/** How long a client may take, and how many there may be. */
export type ConnectionLimits = {
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  headersMs: number
  /** To the end of the body. */
  requestMs: number
  /** Without a byte in either direction while a request is under way. */
  silentMs: number
  checkEveryMs: number
  /** One more is dropped at once: the process keeps file handles for its own work. */
  connectionsAtOnce: number
}

/**
 * The longest body there may be arrives within 30 s at 70 kbit/s. Between two requests a connection
 * is kept for longer than proxies keep theirs, so that none is closed under a request.
 */
export const connectionLimits: ConnectionLimits = {
  headersMs: 10 * secondMs,
  requestMs: 30 * secondMs,
  silentMs: minuteMs,
  checkEveryMs: secondMs,
  connectionsAtOnce: 10_000,
}

const keepAliveMs = 75 * secondMs
const headersMaxBytes = 16 * 1024

/** The options of a server that cuts slow clients off; `limitConnections` does the rest. */
export function cutSlowClients({ headersMs, requestMs, silentMs, checkEveryMs }: ConnectionLimits) {
  return {
    requestTimeout: requestMs,
    connectionTimeout: silentMs,
    keepAliveTimeout: keepAliveMs,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: headersMaxBytes,
    },
  } satisfies FastifyHttpOptions<Server>
}

/** Drops connections beyond the most that this process holds. */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  app.server.maxConnections = limits.connectionsAtOnce
}
