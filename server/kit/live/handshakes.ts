import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'socket.io'
import { handshakesPerMinute } from '#contract/limits.ts'
import type { Context } from '../context.ts'
import type { GetRequestNetwork } from '../limits/network.ts'
import { makeRateLimiter } from '../limits/rate-limit.ts'
import { toOrigin } from '../settings/origins.ts'

/**
 * Turns handshakes of sockets away before anything is kept of them: from pages of another origin
 * than our own and those of CORS_ORIGINS (403), and beyond so many a minute from one network (429).
 * Foreign pages have a count of their own: one that is open in a school must not use up the school's.
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

/** What follows on a handshake names its connection; a WebSocket in its place is one more. */
function isNewConnection({ url = '', headers }: IncomingMessage): boolean {
  const follows = new URL(url, 'http://here').searchParams.has('sid')
  return !follows || headers.upgrade !== undefined
}

/** Browsers say which page asks; what says nothing is no browser, and has no page to be misused. */
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
  // What engine.io hands over as the response writes nothing to a socket that asks to be a WebSocket.
  // Closed at once, for Node times such a connection no more.
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  request.socket.write([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'))
  request.socket.destroy()
}
