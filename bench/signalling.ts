import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { io, type Socket } from 'socket.io-client'
import { z } from 'zod'
import { sent, told } from '#contract/calls.ts'
import { Acknowledgement } from '#contract/kit/socket.ts'
import { type RunningServer, startServer } from './signalling-server.ts'

const usage = 'usage: node bench/signalling.ts [--rooms 2000] [--seconds 10]'
const Wish = z.object({
  rooms: z.coerce.number().int().min(1).max(10_000).default(2_000),
  seconds: z.coerce.number().int().min(1).max(600).default(10),
})
/** As many joins are under way at once as pages of a school that all begin at the same minute. */
const joinsAtOnce = 100
/** How long the last to come in may take to be announced. */
const foundWithinMs = 5_000
/** Between two offers of a sender when the delay is measured: so many senders make 200 a second. */
const pauseMs = 500
/** An offer of the length that a browser's has. */
const sdp = 'a=rtpmap:111 opus/48000/2\r\n'.repeat(200)

type Side = { socket: Socket; room: string; peer: string }
type Heard = { wrong: number; delays: number[] }

async function main(): Promise<void> {
  const read = Wish.safeParse(
    parseArgs({ options: { rooms: { type: 'string' }, seconds: { type: 'string' } } }).values,
  )
  if (!read.success) throw new Error(usage)
  const { rooms, seconds } = read.data
  const folder = mkdtempSync(join(tmpdir(), 'weekward-bench-'))
  const server = await startServer(folder, rooms)
  try {
    await measure(server, rooms, seconds)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measure(server: RunningServer, rooms: number, seconds: number): Promise<void> {
  const idle = server.memoryMb()
  const heard: Heard = { wrong: 0, delays: [] }
  const started = performance.now()
  const sides = await inBatches(server.people, (person) => connectSide(server.url, person, heard))
  const connected = performance.now()
  await inBatches(sides, enter)
  const joined = performance.now()
  const giveUpAt = joined + foundWithinMs
  while (sides.some(({ peer }) => peer === '') && performance.now() < giveUpAt) await setTimeout(10)
  const found = sides.filter(({ peer }) => peer !== '').length
  const relays = await relayFor(sides, seconds, 0)
  heard.delays = []
  await relayFor(sides, seconds, pauseMs)
  const full = server.memoryMb()
  for (const { socket } of sides) socket.disconnect()

  const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1000)
  const delays = heard.delays.toSorted((a, b) => a - b)
  const delayAt = (part: number) =>
    `${(delays[Math.floor(delays.length * part)] ?? 0).toFixed(1)} ms`
  print([
    ['rooms of two sockets', String(rooms)],
    ['sockets opened a second', String(perSecond(sides.length, connected - started))],
    ['joins a second', String(perSecond(sides.length, joined - connected))],
    ['sides that found the other', `${found} of ${sides.length}`],
    ['relays a second, as fast as it goes', String(perSecond(relays, seconds * 1000))],
    ['relay delay at 200 a second, median', delayAt(0.5)],
    ['relay delay at 200 a second, p99', delayAt(0.99)],
    ['memory of the server, idle', `${idle} MB`],
    ['memory of the server, all connected', `${full} MB`],
    ['relayed to a wrong socket', String(heard.wrong)],
  ])
  if (heard.wrong > 0 || found < sides.length) process.exitCode = 1
}

type Person = RunningServer['people'][number]

async function connectSide(url: string, { token, room }: Person, heard: Heard): Promise<Side> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } })
  const side: Side = { socket, room, peer: '' }
  socket.on(told.joined.name, (given: unknown) => {
    side.peer = told.joined.payload.parse(given).id
  })
  socket.on(told.call.name, (given: unknown) => {
    const { from, offer } = told.call.payload.parse(given)
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

async function enter({ socket, room }: Side): Promise<void> {
  await send(socket, sent.join.name, { room })
}

/**
 * Senders go through all sides, each with one offer at a time and a pause after it, until the time
 * is over. Returns how many offers were passed on.
 */
async function relayFor(sides: Side[], seconds: number, pause: number): Promise<number> {
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
        await send(side.socket, sent.call.name, { to: side.peer, offer })
        relays += 1
        if (pause > 0) await setTimeout(pause * (0.5 + Math.random()))
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

function print(rows: [string, string][]): void {
  process.stdout.write('| what | measured |\n|---|---|\n')
  for (const [what, value] of rows) process.stdout.write(`| ${what} | ${value} |\n`)
}

await main()
