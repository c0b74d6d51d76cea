import { parseArgs } from 'node:util'
import { z } from 'zod'
import { quantile } from './figure.ts'
import {
  connectAll,
  countSidesWithPeer,
  enterAll,
  type ReceivedOffers,
  sendOffersFor,
  steadyPauseMs,
} from './load/signalling-clients.ts'
import { fillRooms, type RoomPerson } from './schools/call-rooms.ts'
import { openSchool } from './schools/schools.ts'
import { type BenchServer, startWeekward } from './servers/servers.ts'

const usage = 'usage: npm run bench:signalling -- [--rooms 2000] [--seconds 10]'
const Arguments = z.object({
  rooms: z.coerce.number().int().min(1).max(10_000).default(2_000),
  seconds: z.coerce.number().int().min(1).max(600).default(10),
})

async function main(): Promise<void> {
  const read = Arguments.safeParse(
    parseArgs({ options: { rooms: { type: 'string' }, seconds: { type: 'string' } } }).values,
  )
  if (!read.success) throw new Error(usage)
  const school = await openSchool('sqlite', 0)
  const people = await fillRooms(school, read.data.rooms)
  const server = await startWeekward(school)
  try {
    await measure(server, people, read.data.seconds)
  } finally {
    await server.stop()
    await school.remove()
  }
}

async function measure(server: BenchServer, people: RoomPerson[], seconds: number): Promise<void> {
  const idle = server.memory()
  const heard: ReceivedOffers = { wrong: 0, delays: [] }
  const started = performance.now()
  const sides = await connectAll(server.url, people, heard)
  const connected = performance.now()
  await enterAll(sides)
  const joined = performance.now()
  const found = await countSidesWithPeer(sides)
  const relays = await sendOffersFor(sides, seconds, 0)
  heard.delays = []
  await sendOffersFor(sides, seconds, steadyPauseMs)
  const full = server.memory()
  for (const { socket } of sides) socket.disconnect()

  const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1000)
  const delayAt = (part: number) => `${quantile(heard.delays, part).toFixed(1)} ms`
  print([
    ['rooms of two sockets', String(people.length / 2)],
    ['sockets opened a second', String(perSecond(sides.length, connected - started))],
    ['joins a second', String(perSecond(sides.length, joined - connected))],
    ['sides that found the other', `${found} of ${sides.length}`],
    ['relays a second, as fast as it goes', String(perSecond(relays, seconds * 1000))],
    ['relay delay at 200 a second, median', delayAt(0.5)],
    ['relay delay at 200 a second, p99', delayAt(0.99)],
    ['memory of the server, idle', `${idle.toFixed(0)} MB`],
    ['memory of the server, all connected', `${full.toFixed(0)} MB`],
    ['relayed to a wrong socket', String(heard.wrong)],
  ])
  if (heard.wrong > 0 || found < sides.length) process.exitCode = 1
}

function print(rows: [string, string][]): void {
  process.stdout.write('| what | measured |\n|---|---|\n')
  for (const [what, value] of rows) process.stdout.write(`| ${what} | ${value} |\n`)
}

await main()
