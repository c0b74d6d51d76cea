import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** A line to a UDP server that loses packets, in both directions. */
export type LossyLine = {
  port: number
  /** From now on this share is lost, from 0 to 1. */
  dropPackets: (share: number) => void
  close: () => void
}

/** Opens a line on loopback to a server's port; at first nothing is lost. */
export async function openLine(serverPort: number): Promise<LossyLine> {
  const front = createSocket('udp4')
  const backs = new Map<number, Socket>()
  let share = 0
  let owed = 0

  /** Spreads what is lost evenly, so that a run does not hang on luck. */
  function isLost(): boolean {
    owed += share
    if (owed < 1) return false
    owed -= 1
    return true
  }

  /** Each sender gets a socket of its own, as the server tells senders apart by their ports. */
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
