import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

const probeEveryMs = 100

/**
 * Returns a function that measures how long (ms) new connections wait until the process accepts
 * them. The kernel queues them where Node cannot see it, so the process connects to itself, when a
 * call asks, at most ten times a second. A busy but prompt process shows no delay, nor does one
 * that does not listen on a port.
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
    // Without a free file descriptor the delay is unknown.
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
  // At the connection limit the probe is dropped, but it was accepted.
  server.on('drop', (refused) => isTurnOf(refused?.remotePort))
  server.once('close', () => probe?.socket.destroy())

  return (now) => {
    if (!probe && now >= last.at + probeEveryMs) begin(now)
    return probe ? Math.max(now - probe.since, last.delay) : last.delay
  }
}

/** The loopback address of a server that listens at an address. */
function loopbackFor(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}
