import type { Socket } from 'socket.io'
import { WebSocket, WebSocketServer } from 'ws'
import type { Context } from '../context.ts'
import { makeTokenBucket } from './token-bucket.ts'

/** A page's connection, below the sockets: a WebSocket, or long polling. */
export type Connection = Socket['conn']

/** Frames, of whatever kind, that a WebSocket can send at once, and how many a second it gets back. */
const frames = { burst: 200, perSecond: 100 }
/** Far more than a page that reads ever has before it. */
const unreadMaxBytes = 1_024 * 1_024

/**
 * The kind of WebSocket server that the sockets stand on: one that sends more frames than any page
 * does is cut, from the first frame on and until it is gone, whether anybody listens or not.
 */
export function makeLimitedWebSocketServer({
  clock,
  settings,
}: Pick<Context, 'clock' | 'settings'>) {
  return class extends WebSocketServer {
    override handleUpgrade(...given: Parameters<WebSocketServer['handleUpgrade']>): void {
      const [request, socket, head, done] = given
      super.handleUpgrade(request, socket, head, (webSocket) => {
        if (settings.rateLimit) limitFrames(webSocket, clock)
        done(webSocket, request)
      })
    }
  }
}

function limitFrames(webSocket: WebSocket, clock: Context['clock']): void {
  const take = makeTokenBucket(clock, frames)
  const count = () => {
    if (take(1) !== 'cut') return
    // What stands behind it in the same chunk of bytes is heard by nobody.
    webSocket.removeAllListeners('message')
    webSocket.terminate()
  }
  for (const kind of ['message', 'ping', 'pong']) webSocket.on(kind, count)
}

type Packet = { type: string; data?: unknown }

/** How sockets name the packet that asks to be let in, in the protocol's revision 5. */
const connect = '0'

/**
 * Lets a connection ask once to be let in, as each time is a look into the database: a second connect
 * packet cuts it, also while the first is judged, and `onRefused` is told.
 */
export function limitConnects(connection: Connection, onRefused: () => void): void {
  let hasAsked = false
  connection.on('packet', ({ type, data }: Packet) => {
    if (type !== 'message' || typeof data !== 'string' || !data.startsWith(connect)) return
    if (hasAsked) {
      onRefused()
      disconnect(connection)
    }
    hasAsked = true
  })
}

/** Cuts a connection whose client does not read what is sent to it. */
export function limitBackpressure(connection: Connection): void {
  let queued = 0
  connection.on('packetCreate', ({ data }: Packet) => {
    queued += typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0
    const sent = getWebSocket(connection)?.bufferedAmount ?? 0
    if (queued + sent > unreadMaxBytes) disconnect(connection)
  })
  connection.on('flush', () => {
    queued = 0
  })
}

/** The WebSocket that a connection goes over; undefined for long polling. */
function getWebSocket({ transport }: Connection): WebSocket | undefined {
  const inside: unknown = 'socket' in transport ? transport.socket : undefined
  return inside instanceof WebSocket ? inside : undefined
}

/** Ends a connection at once: nothing more is read of it, and what is not sent yet is dropped. */
function disconnect(connection: Connection): void {
  getWebSocket(connection)?.terminate()
  connection.close(true)
}
