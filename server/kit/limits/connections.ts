import type { IncomingMessage, Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { minuteMs, secondMs } from '#contract/kit/time/time.ts'
import { logCountsPerMinute } from '../ops/log-counts.ts'
import type { Settings } from '../settings/settings.ts'
import { getConnectionLimit } from './connection-limit.ts'
import { type HeldConnections, holdConnections } from './held-connections.ts'
import { getNetwork } from './network.ts'
import { limitPipelining } from './pipelining.ts'

/** How long a client may take, and how many there may be. */
export type ConnectionLimits = {
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  headersMs: number
  /** To the end of the body. */
  requestMs: number
  /** Without a byte in either direction while a request is under way. */
  silentMs: number
  checkEveryMs: number
  /** For one more, somebody else's is given up: the process keeps file handles for its own work. */
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
  connectionsAtOnce: getConnectionLimit(),
}

/** So many requests are under way on one connection. */
const requestsAtOnce = 20

const keepAliveMs = 75 * secondMs
const headersMaxBytes = 16 * 1024

/**
 * The options of a server that cuts slow clients off, and upgrades to WebSockets if it has sockets;
 * `limitConnections` does the rest.
 */
export function cutSlowClients(
  { headersMs, requestMs, silentMs, checkEveryMs }: ConnectionLimits,
  { hasSockets }: { hasSockets: boolean },
) {
  return {
    requestTimeout: requestMs,
    connectionTimeout: silentMs,
    keepAliveTimeout: keepAliveMs,
    http: {
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
      maxHeaderSize: headersMaxBytes,
      shouldUpgradeCallback: (request) => hasSockets && isToWebSocket(request),
    },
  } satisfies FastifyHttpOptions<Server>
}

/**
 * Holds no more connections than there are places for, and cuts off who asks for much at once on one;
 * a line a minute says whose. Returns how to keep a connection for good.
 */
export function limitConnections(
  app: FastifyInstance,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
  { connectionsAtOnce: places }: ConnectionLimits,
): HeldConnections['keep'] {
  const message = `all ${places} connections are in use: some were closed or refused`
  const onGivenUp = logCountsPerMinute(app, message)
  const { follow, keep } = holdConnections(app.server, { places, trustProxy, onGivenUp })
  const onCut = logCountsPerMinute(
    app,
    `disconnected: more than ${requestsAtOnce} requests at once on one connection`,
  )
  // The sockets put themselves in front of who listens to requests before them.
  app.addHook('onReady', async () => {
    follow()
    limitPipelining(app.server, requestsAtOnce, (address) => onCut(getNetwork(address)))
  })
  return keep
}

/**
 * Whether an upgrade is one to the sockets' WebSocket. Any other, such as curl's to HTTP/2, is
 * answered as if it had not been asked for (RFC 9110, section 7.8).
 */
function isToWebSocket({ url, headers }: IncomingMessage): boolean {
  return url?.startsWith('/socket.io/') === true && /\bwebsocket\b/i.test(headers.upgrade ?? '')
}
