import { setTimeout } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import type { RoomPerson } from '../schools/call-rooms.ts'

type Counts = { calls: number; failed: number; sockets: number; relays: number }

const password = 'weekward-demo'
const sdp = 'a=rtpmap:111 opus/48000/2\r\n'.repeat(100)

/** Mixed load at a steady pace: people read, change, sign in and out, and join and leave calls. */
export function keepBusy(url: string, people: RoomPerson[]) {
  const counts: Counts = { calls: 0, failed: 0, sockets: 0, relays: 0 }
  let isRunning = true

  async function call(
    method: string,
    path: string,
    token: string,
    body?: unknown,
  ): Promise<number> {
    const headers = { 'content-type': 'application/json', authorization: token }
    const sending = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await fetch(`${url}${path}`, { method, headers, ...sending }).catch(
      () => undefined,
    )
    await reply?.arrayBuffer().catch(() => {})
    counts.calls += 1
    if (!reply || reply.status >= 500) counts.failed += 1
    return reply?.status ?? 0
  }

  /** A student's requests, as the page makes them. */
  async function study({ token }: RoomPerson, turn: number): Promise<void> {
    await call('GET', '/profile', token)
    await call('GET', '/school', token)
    await call('GET', '/nowhere', token)
    const address = { number: '1234567890', address: `House ${turn}` }
    await call('PUT', '/edit-profile', token, { userData: address })
    await call('GET', '/profile', 'a token that nobody has')
    if (turn % 10 === 0)
      await call('POST', '/login', '', { email: `nobody-${turn % 40}@bench.test`, password })
    // A page closed before it has its reply.
    await fetch(`${url}/profile`, {
      headers: { authorization: token },
      signal: AbortSignal.timeout(2),
    }).catch(() => {})
  }

  async function meet(student: RoomPerson, reviewer: RoomPerson): Promise<void> {
    const sides = await Promise.all([student, reviewer].map((person) => enter(url, person)))
    const [one, other] = sides
    if (one?.peer && other?.peer) {
      for (let offer = 0; offer < 5; offer++) {
        one.socket.emit(callClientEvents.call.name, { to: one.peer, offer: { type: 'offer', sdp } })
        counts.relays += 1
        await setTimeout(50)
      }
    }
    // One leaves, the other loses the connection.
    one?.socket.disconnect()
    other?.socket.io.engine.close()
    counts.sockets += sides.length
  }

  async function repeat(work: (turn: number) => Promise<void>, pauseMs: number): Promise<void> {
    for (let turn = 0; isRunning; turn++) {
      await work(turn).catch(() => {
        counts.failed += 1
      })
      await setTimeout(pauseMs)
    }
  }

  const pairs = people.flatMap((person, at) => {
    const other = people[at + 1]
    return at % 2 === 0 && other ? [[person, other] as const] : []
  })
  const all = [
    ...pairs.slice(0, 8).map(([student]) => repeat((turn) => study(student, turn), 100)),
    ...pairs.slice(8).map(([student, reviewer]) => repeat(() => meet(student, reviewer), 500)),
  ]
  return {
    counts,
    async end(): Promise<void> {
      isRunning = false
      await Promise.all(all)
    },
  }
}

const foundWithinMs = 3_000

/** Enters a room and waits briefly for the other side. */
async function enter(
  url: string,
  { token, room }: RoomPerson,
): Promise<{ socket: Socket; peer: string }> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token },
  })
  const joined = new Promise<string>((resolve) => {
    socket.on(callServerEvents.joined.name, (given: unknown) =>
      resolve(callServerEvents.joined.payload.parse(given).id),
    )
  })
  socket.on('connect', () => socket.emit(callClientEvents.join.name, { room, tellPresent: true }))
  const peer = await Promise.race([joined, setTimeout(foundWithinMs, '')])
  return { socket, peer }
}
