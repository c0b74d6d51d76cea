import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Cuts a connection off that asks for more while `most` of its requests are not answered yet: no
 * browser and no proxy pipelines, and whoever does makes the process work on a whole chunk of
 * requests in one go. What is beyond reaches none of the server's listeners, which are to be all
 * there by now. `onCut` gets the address of each that is cut off.
 */
export function limitPipelining(
  server: Server,
  most: number,
  onCut: (address: string) => void,
): void {
  const listeners = server.listeners('request')
  const underWay = new WeakMap<Socket, number>()

  server.removeAllListeners('request')
  server.on('request', (asked: IncomingMessage, reply: ServerResponse) => {
    const { socket } = asked
    if (socket.destroyed) return
    const before = underWay.get(socket) ?? 0
    if (before >= most) {
      onCut(socket.remoteAddress ?? '')
      dropRestOfChunk(socket)
      socket.destroy()
      return
    }
    underWay.set(socket, before + 1)
    reply.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    for (const listen of listeners) listen.call(server, asked, reply)
  })
}

/**
 * Node reads a chunk to its end whatever becomes of its socket, and makes an error with a trace for
 * each request in it that got no answer: seconds for 20,000. It has no public way to stop; where its
 * parser is not found by this name, the rest is dropped as slowly as before.
 */
function dropRestOfChunk(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser')
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => 0)
}
