import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'socket.io'
import { handshakesPerMinute } from '#contract/limits/limits.ts'
import type { Context } from '../context.ts'
import type { GetRequestNetwork } from '../limits/client-network.ts'
import { makeRateLimiter } from '../limits/rate-limit.ts'
import { toOrigin } from '../settings/origins.ts'

/**
 * Refuses socket handshakes before any state is kept: from origins other than our own and
 * CORS_ORIGINS (403), and beyond a limit per minute and network (429). Foreign origins have a
 * separate limit, so that a foreign page opened in a school does not use up the school's.
 */
export function guardHandshakes(
  io: Server,
  context: Context,
  corsOrigins: string[],
  networkOf: GetRequestNetwork,
  onRefused: (network: string) => void,
): void {
  const limitOwn = makeRateLimiter(context, handshakesPerMinute)
  const limitForeign = makeRateLimiter(context, handshakesPerMinute)
  io.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const network = networkOf(request)
    const isOwn = isFromOwnPage(request, context.settings.appUrl, corsOrigins)
    const limit = isOwn ? limitOwn : limitForeign
    const isCounted = !isOwn || isNewConnection(request)
    const waitSeconds = isCounted ? limit(network) : 0
    if (isOwn && waitSeconds === 0) return next()
    onRefused(network)
    if (waitSeconds === 0) rejectRequest(request, response, '403 Forbidden')
    else rejectRequest(request, response, '429 Too Many Requests', waitSeconds)
  })
}

/** Later requests name their connection; an upgrade to WebSocket counts as a new one. */
function isNewConnection({ url = '', headers }: IncomingMessage): boolean {
  const follows = new URL(url, 'http://here').searchParams.has('sid')
  return !follows || headers.upgrade !== undefined
}

/** Browsers send an Origin; a client without one is no browser and cannot be misused by a page. */
function isFromOwnPage(request: IncomingMessage, appUrl: string, others: string[]): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (origin === toOrigin(appUrl) || others.includes(origin)) return true
  return URL.parse(origin)?.host === host?.toLowerCase()
}

function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  status: '403 Forbidden' | '429 Too Many Requests',
  retryAfter?: number,
): void {
  const headers: Record<string, string> = { Connection: 'close', 'Content-Length': '0' }
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  if (request.headers.upgrade === undefined) {
    response.writeHead(Number.parseInt(status, 10), headers).end()
    return
  }
  // For an upgrade, engine.io's response object writes nothing to the socket. The socket is
  // destroyed, since Node no longer applies its timeouts to it.
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  request.socket.write([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'))
  request.socket.destroy()
}
