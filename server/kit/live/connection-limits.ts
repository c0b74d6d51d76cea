import type { Socket } from 'socket.io'
import { WebSocket, WebSocketServer } from 'ws'
import type { Context } from '../context.ts'
import { makeTokenBucket } from './token-bucket.ts'

/** A page's transport connection below Socket.IO: a WebSocket, or long polling. */
export type Connection = Socket['conn']

/** The rate limit for WebSocket frames of any kind: a burst, and frames a second. */
const frames = { burst: 200, perSecond: 100 }
/** Far more than a page that reads ever leaves unread. */
const unreadMaxBytes = 1_024 * 1_024

/**
 * Returns a WebSocketServer class whose connections are terminated when they send more frames than
 * any page does, from the first frame until they close, whether or not anybody listens.
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
    // Ignores further messages in the same chunk of bytes.
    webSocket.removeAllListeners('message')
    webSocket.terminate()
  }
  for (const kind of ['message', 'ping', 'pong']) webSocket.on(kind, count)
}

type Packet = { type: string; data?: unknown }

/** The connect packet of Socket.IO's protocol revision 5. */
const connect = '0'

/**
 * Allows one connect packet per connection, since each costs a database query. A second one cuts
 * the connection, even while the first is processed, and calls `onRefused`.
 */
export function limitConnectPackets(connection: Connection, onRefused: () => void): void {
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

/** Returns the WebSocket of a connection; undefined for long polling. */
function getWebSocket({ transport }: Connection): WebSocket | undefined {
  const inside: unknown = 'socket' in transport ? transport.socket : undefined
  return inside instanceof WebSocket ? inside : undefined
}

/** Terminates a connection: nothing more is read, and unsent data is dropped. */
function disconnect(connection: Connection): void {
  getWebSocket(connection)?.terminate()
  connection.close(true)
}
