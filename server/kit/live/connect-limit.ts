import { setTimeout } from 'node:timers'
import type { Server } from 'socket.io'
import { secondMs } from '#contract/kit/time/time.ts'
import type { NetworkOf } from '../limits/network.ts'
import { type Connection, disconnect, letThrough } from './web-sockets.ts'

/** How sockets name their packets: kinds of the protocol's revision 5, as the first character. */
const connect = '0'
const connectError = '4'

/**
 * Older clients do not end a connection that was refused, and come back as soon as the server does
 * so: they are kept for a while, and stay slow.
 */
const refusedIsKeptMs = 2 * secondMs

/**
 * Lets every connection ask once to be let in, for each time is a look into the database: a second
 * connect packet cuts it, also while the first is judged, and so does whatever comes after a
 * refusal, before anything is made of it. `onRefused` gets the network of each that is refused.
 */
export function limitConnects(
  io: Server,
  networkOf: NetworkOf,
  onRefused: (network: string) => void,
): void {
  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(connection.request)
    let state: 'asks nothing' | 'has asked' | 'is let in' | 'is refused' = 'asks nothing'
    const refuse = () => {
      if (state === 'is refused') return
      state = 'is refused'
      onRefused(network)
    }

    connection.on('packet', (packet: Packet) => {
      if (state === 'is refused') return disconnect(connection)
      if (!holds(packet, connect)) return
      if (state === 'asks nothing') {
        state = 'has asked'
        return
      }
      refuse()
      disconnect(connection)
    })
    connection.on('upgrade', () => {
      if (state === 'is let in') letThrough(connection)
    })
    connection.on('packetCreate', (packet: Packet) => {
      if (holds(packet, connect)) {
        state = 'is let in'
        letThrough(connection)
      }
      if (!holds(packet, connectError)) return
      refuse()
      const timer = setTimeout(() => connection.close(), refusedIsKeptMs).unref()
      connection.once('close', () => clearTimeout(timer))
    })
  })
}

type Packet = { type: string; data?: unknown }

/** Whether a packet of the connection holds one of the sockets of a kind. */
function holds({ type, data }: Packet, kind: string): boolean {
  return type === 'message' && typeof data === 'string' && data.startsWith(kind)
}
