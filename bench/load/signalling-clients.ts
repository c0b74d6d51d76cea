import { setTimeout } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { callClientEvents, callServerEvents } from '#contract/calls/calls.ts'
import { Acknowledgement } from '#contract/kit/socket-event.ts'
import type { RoomPerson } from '../schools/call-rooms.ts'

/** Parallel joins, as at a school where all calls begin at the same minute. */
const joinsAtOnce = 100
/** How long the last announcement may take. */
const foundWithinMs = 5_000
/** The pause between two offers of a sender. 100 senders then send 200 a second. */
export const steadyPauseMs = 500
/** An offer as long as a browser's. */
const sdp = 'a=rtpmap:111 opus/48000/2\r\n'.repeat(200)

/** A page in a call. `peer` is the other side's socket id once it is known. */
export type Side = { socket: Socket; room: string; peer: string }
/** What all sides received: offers meant for others, and the delay of each (ms). */
export type ReceivedOffers = { wrong: number; delays: number[] }

/** Opens a socket for each person. */
export function connectAll(
  url: string,
  people: RoomPerson[],
  heard: ReceivedOffers,
): Promise<Side[]> {
  return inBatches(people, (person) => connectSide(url, person, heard))
}

async function connectSide(url: string, person: RoomPerson, heard: ReceivedOffers): Promise<Side> {
  const { token, room } = person
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } })
  const side: Side = { socket, room, peer: '' }
  socket.on(callServerEvents.joined.name, (given: unknown) => {
    side.peer = callServerEvents.joined.payload.parse(given).id
  })
  socket.on(callServerEvents.call.name, (given: unknown) => {
    const { from, offer } = callServerEvents.call.payload.parse(given)
    const [sentTo, at] = offer.sdp.split(' ', 2)
    if (from !== side.peer || sentTo !== socket.id) heard.wrong += 1
    heard.delays.push(performance.now() - Number(at))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return side
}

/** Lets all of them enter their rooms. */
export async function enterAll(sides: Side[]): Promise<void> {
  await inBatches(sides, ({ socket, room }) =>
    send(socket, callClientEvents.join.name, { room, tellPresent: true }),
  )
}

/** Waits briefly until everyone knows the other side. Returns how many do. */
export async function countSidesWithPeer(sides: Side[]): Promise<number> {
  const giveUpAt = performance.now() + foundWithinMs
  while (sides.some(({ peer }) => peer === '') && performance.now() < giveUpAt) await setTimeout(10)
  return sides.filter(({ peer }) => peer !== '').length
}

/**
 * Senders go through all sides, one offer at a time with a pause (ms) after it, for some seconds.
 * Returns the number of offers relayed.
 */
export async function sendOffersFor(
  sides: Side[],
  seconds: number,
  pauseMs: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  let relays = 0
  const senders = sides.filter((_, at) => at % Math.ceil(sides.length / joinsAtOnce) === 0)
  const chunk = Math.ceil(sides.length / senders.length)
  await Promise.all(
    senders.map(async (_, at) => {
      const own = sides.slice(at * chunk, (at + 1) * chunk)
      for (let turn = 0; performance.now() < until; turn++) {
        const side = own[turn % own.length]
        if (!side) return
        const offer = { type: 'offer', sdp: `${side.peer} ${performance.now()} ${sdp}` }
        await send(side.socket, callClientEvents.call.name, { to: side.peer, offer })
        relays += 1
        if (pauseMs > 0) await setTimeout(pauseMs * (0.5 + Math.random()))
      }
    }),
  )
  return relays
}

async function send(socket: Socket, name: string, payload: unknown): Promise<void> {
  const answer = Acknowledgement.parse(await socket.timeout(60_000).emitWithAck(name, payload))
  if (!answer.ok) throw new Error(`${name}: ${answer.message}`)
}

async function inBatches<A, B>(all: readonly A[], work: (one: A) => Promise<B>): Promise<B[]> {
  const done: B[] = []
  for (let from = 0; from < all.length; from += joinsAtOnce) {
    done.push(...(await Promise.all(all.slice(from, from + joinsAtOnce).map(work))))
  }
  return done
}
