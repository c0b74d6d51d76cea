import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'socket.io'
import { WebSocket, WebSocketServer } from 'ws'
import type { Context } from '../context.ts'
import { makeTokenBucket } from './token-bucket.ts'

/** A page's connection, below the sockets: a WebSocket, or long polling. */
export type Connection = Socket['conn']

/** Frames, of whatever kind, that a WebSocket can send at once, and how many a second it gets back. */
const frames = { burst: 200, perSecond: 100 }

/** What somebody may send before they are let in: a token, and what little else a client adds. */
const strangersMaxBytes = 4 * 1024
/** How each of them is let through. */
const strangers = new WeakMap<WebSocket, () => void>()

/**
 * The kind of WebSocket server that the sockets stand on. Whoever sends more frames than any page
 * does is cut, from the first frame on and until they are gone, whether anybody listens or not; and
 * who sends much before they are let in, without a look at it. `onLetIn` gets the line of each that is.
 */
export function webSocketsWithLimit(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  onLetIn: (line: Duplex) => void,
) {
  const limitFrames = (webSocket: WebSocket) => {
    const take = makeTokenBucket(clock, frames)
    const count = () => {
      if (!settings.rateLimit || take(1) !== 'cut') return
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
        const stepAside = limitBytes(webSocket, socket)
        strangers.set(webSocket, () => {
          stepAside()
          onLetIn(socket)
        })
        done(webSocket, request)
      })
    }
  }
}

/**
 * Stands between the line and who reads frames from it, for a whole chunk is read in one go; returns
 * how to step aside.
 */
function limitBytes(webSocket: WebSocket, line: Duplex): () => void {
  let bytes = 0
  const readers = line.listeners('data')
  const look = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > strangersMaxBytes) webSocket.terminate()
    else for (const read of readers) read.call(line, chunk)
  }
  const stepAside = () => line.off('data', look)
  line.removeAllListeners('data')
  line.on('data', look)
  // After an error nothing more is read, and what comes flows away.
  webSocket.once('error', stepAside)
  return () => {
    stepAside()
    webSocket.off('error', stepAside)
    for (const read of readers) line.on('data', read)
  }
}

/** Somebody who was let in may send as much as the other limits allow. */
export function letThrough(connection: Connection): void {
  const webSocket = getWebSocket(connection)
  if (!webSocket) return
  strangers.get(webSocket)?.()
  strangers.delete(webSocket)
}

/** The WebSocket that a connection goes over; undefined for long polling. */
export function getWebSocket({ transport }: Connection): WebSocket | undefined {
  const inside: unknown = 'socket' in transport ? transport.socket : undefined
  return inside instanceof WebSocket ? inside : undefined
}

/** Ends a connection at once: nothing more is read of it, and what is not sent yet is dropped. */
export function disconnect(connection: Connection): void {
  getWebSocket(connection)?.terminate()
  connection.close(true)
}
