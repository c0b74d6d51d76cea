import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

const probeEveryMs = 100

/**
 * Measures how long (ms) a client waits at present before the process turns to its connection. The
 * kernel holds new connections in a queue that Node cannot see, so the process joins it: each call may
 * send one connection of its own, ten a second at most. A process that is busy but prompt shows no
 * delay; nor does one that does not listen on a port.
 */
export function measureAcceptDelay(server: Server): (now: number) => number {
  let probe: { socket: Socket; port: number | undefined; since: number } | undefined
  let last = { delay: 0, at: Number.NEGATIVE_INFINITY }

  const end = (delay: number) => {
    probe?.socket.destroy()
    probe = undefined
    last = { delay, at: performance.now() }
  }
  const begin = (now: number) => {
    const address = server.address()
    if (!server.listening || address === null || typeof address === 'string') return
    const socket = connect({ port: address.port, host: loopbackFor(address.address) })
    const own = { socket, port: undefined as number | undefined, since: now }
    probe = own
    socket.unref()
    socket.once('connect', () => {
      own.port = socket.localPort
    })
    // Without a handle to spare, nothing is known.
    socket.once('error', () => probe === own && end(0))
  }
  const isTurnOf = (remotePort: number | undefined) => {
    if (!probe || remotePort !== (probe.port ?? probe.socket.localPort)) return false
    end(performance.now() - probe.since)
    return true
  }
  server.prependListener('connection', (accepted: Socket) => {
    if (isTurnOf(accepted.remotePort)) accepted.destroy()
  })
  // With all connections in use it is refused, but the process has turned to it.
  server.on('drop', (refused) => isTurnOf(refused?.remotePort))
  server.once('close', () => probe?.socket.destroy())

  return (now) => {
    if (!probe && now >= last.at + probeEveryMs) begin(now)
    return probe ? Math.max(now - probe.since, last.delay) : last.delay
  }
}

/** Where a server can be reached from this machine that listens at an address. */
function loopbackFor(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
