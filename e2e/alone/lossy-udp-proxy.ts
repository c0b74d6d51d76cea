import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** A proxy to a UDP server that drops packets in both directions. */
export type LossyProxy = {
  port: number
  /** The share of packets to drop from now on, 0 to 1. */
  dropPackets: (share: number) => void
  close: () => void
}

/** Starts a proxy on loopback to a server's port. At first nothing is dropped. */
export async function startLossyProxy(serverPort: number): Promise<LossyProxy> {
  const front = createSocket('udp4')
  const backs = new Map<number, Socket>()
  let share = 0
  let owed = 0

  /** Drops packets evenly, so that runs are reproducible. */
  function isLost(): boolean {
    owed += share
    if (owed < 1) return false
    owed -= 1
    return true
  }

  /** Each sender gets its own socket, because the server tells senders apart by port. */
  function backFor(sender: number): Socket {
    const back = createSocket('udp4')
    backs.set(sender, back)
    back.on('message', (packet) => isLost() || front.send(packet, sender, '127.0.0.1'))
    return back
  }

  front.on('message', (packet, { port }) => {
    if (!isLost()) (backs.get(port) ?? backFor(port)).send(packet, serverPort, '127.0.0.1')
  })
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    port: front.address().port,
    dropPackets: (next) => {
      share = next
    },
    close() {
      front.close()
      for (const back of backs.values()) back.close()
    },
  }
}
