import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import { getNetwork } from './network.ts'

type Limits = {
  places: number
  /** Proxies, as addresses and CIDR ranges: theirs stand for many people. */
  trustProxy: string[]
  /** Gets the network of each connection that is given up, or turned away, for want of a place. */
  onGivenUp: (network: string) => void
}

/** Connections that can be given up, those that have been waiting for their client longest first. */
type Held = {
  idle: Set<Duplex>
  busy: Map<Duplex, { asked: IncomingMessage; reply: ServerResponse }>
}

export type HeldConnections = {
  /** Follows requests; to be called once the server has all its listeners. */
  follow: () => void
  /** From now on a connection is not given up for others. */
  keep: (socket: Duplex) => void
}

/** So much of all places is made free at a time, as looking for whose takes its time. */
const freedAtOnce = 0.01

/**
 * A limit on connections that evicts: for one more than `places`, the network that holds most gives
 * up those of its own that have been idle longest, then those whose client is slow; never one of a
 * trusted proxy, or one that is to be kept. A WebSocket is idle until then: anybody can open one.
 * Where there is nothing to give up, the newcomer is turned away.
 */
export function holdConnections(
  server: Server,
  { places, trustProxy, onGivenUp }: Limits,
): HeldConnections {
  const isProxy = proxyAddr.compile(trustProxy)
  const networks = new Map<string, Held>()
  const open = new Map<Duplex, { network: string; isKept: boolean }>()

  function heldBy(network: string): Held {
    const held = networks.get(network) ?? { idle: new Set(), busy: new Map() }
    networks.set(network, held)
    return held
  }
  function forget(socket: Duplex): void {
    const network = open.get(socket)?.network
    open.delete(socket)
    if (network !== undefined) release(network, socket)
  }
  function release(network: string, socket: Duplex): void {
    const held = networks.get(network)
    held?.idle.delete(socket)
    held?.busy.delete(socket)
    if (held && sizeOf(held) === 0) networks.delete(network)
  }

  function makeRoom(): void {
    const [network, sockets] = findToGiveUp(networks)
    let left = Math.max(1, Math.floor(places * freedAtOnce))
    for (const socket of sockets) {
      if (left-- === 0) return
      forget(socket)
      socket.destroy()
      onGivenUp(network)
    }
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = getNetwork(address)
    if (open.size >= places) makeRoom()
    if (open.size >= places) {
      onGivenUp(network)
      socket.destroy()
      return
    }
    const isKept = isProxy(address, 0)
    open.set(socket, { network, isKept })
    if (!isKept) heldBy(network).idle.add(socket)
    socket.once('close', () => forget(socket))
  })

  function work(asked: IncomingMessage, reply: ServerResponse): void {
    const { socket } = asked
    const found = open.get(socket)
    if (!found || found.isKept) return
    const held = heldBy(found.network)
    held.idle.delete(socket)
    held.busy.set(socket, { asked, reply })
    reply.once('close', () => {
      // Unless it is gone, has become a WebSocket, or has asked for more meanwhile.
      if (!open.has(socket) || held.busy.get(socket)?.reply !== reply) return
      held.busy.delete(socket)
      heldBy(found.network).idle.add(socket)
    })
  }

  function wait(socket: Duplex): void {
    const found = open.get(socket)
    if (!found || found.isKept) return
    const { idle } = heldBy(found.network)
    idle.delete(socket)
    idle.add(socket)
  }

  function keep(socket: Duplex): void {
    const found = open.get(socket)
    if (!found) return
    found.isKept = true
    release(found.network, socket)
  }

  const follow = () => {
    server.on('request', work)
    server.on('upgrade', (_asked: IncomingMessage, socket: Duplex) => wait(socket))
  }
  return { follow, keep }
}

const sizeOf = ({ idle, busy }: Held) => idle.size + busy.size

/** The network that gives something up, and what, in order. */
function findToGiveUp(networks: Map<string, Held>): [network: string, sockets: Iterable<Duplex>] {
  let most: [string, Held] | undefined
  for (const one of networks) {
    if (one[1].idle.size > 0 && (!most || sizeOf(one[1]) > sizeOf(most[1]))) most = one
  }
  if (most) return [most[0], most[1].idle]
  for (const one of networks) {
    if (!most || sizeOf(one[1]) > sizeOf(most[1])) most = one
  }
  return most ? [most[0], waitingForClient(most[1])] : ['', []]
}

/** Those whose client has not sent the whole request yet, or not read the reply. */
function* waitingForClient({ busy }: Held): Iterable<Duplex> {
  for (const [socket, { asked, reply }] of busy) {
    if (!asked.complete || reply.writableEnded) yield socket
  }
}
