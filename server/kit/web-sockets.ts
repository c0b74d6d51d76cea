import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'socket.io'
import { WebSocket, WebSocketServer } from 'ws'
import type { Context } from './context.ts'
import { limitFlood } from './flood.ts'

/** A page's connection, below the sockets: a WebSocket, or long polling. */
export type Connection = Socket['conn']

/** Frames, of whatever kind, that a WebSocket can send at once, and how many a second it gets back. */
const frames = { burst: 200, perSecond: 100 }

/**
 * The kind of WebSocket server that the sockets stand on: one that sends more frames than any page
 * does is cut, from its first frame on and until it is gone, whether anybody listens to it or not.
 */
export function webSocketsWithLimit({ clock, settings }: Pick<Context, 'clock' | 'settings'>) {
  const limitFrames = (webSocket: WebSocket) => {
    const judge = limitFlood(clock, frames)
    const count = () => {
      if (!settings.rateLimit || judge(1) !== 'cut') return
      // What stands behind it in the same chunk of bytes is heard by nobody.
      webSocket.removeAllListeners('message')
      webSocket.terminate()
    }
    for (const kind of ['message', 'ping', 'pong']) webSocket.on(kind, count)
  }
  return class extends WebSocketServer {
    override handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (webSocket: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, socket, head, (webSocket) => {
        limitFrames(webSocket)
        done(webSocket, request)
      })
    }
  }
}

/** The WebSocket that a connection goes over; undefined for long polling. */
export function webSocketOf({ transport }: Connection): WebSocket | undefined {
  const inside: unknown = 'socket' in transport ? transport.socket : undefined
  return inside instanceof WebSocket ? inside : undefined
}

/** Ends a connection at once: nothing more is read of it, and what is not sent yet is dropped. */
export function cut(connection: Connection): void {
  webSocketOf(connection)?.terminate()
  connection.close(true)
}
