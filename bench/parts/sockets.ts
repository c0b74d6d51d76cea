import { readFileSync } from 'node:fs'
import { type Benchmark, type Figure, median, quantile } from '../figure.ts'
import {
  connectAll,
  countSidesWithPeer,
  enterAll,
  type ReceivedOffers,
  type Side,
  sendOffersFor,
  steadyPauseMs,
} from '../load/signalling-clients.ts'
import { fillRooms, type RoomPerson } from '../schools/call-rooms.ts'
import { openSchool } from '../schools/schools.ts'
import { type BenchServer, startBareRelay, startWeekward } from '../servers/servers.ts'

const rooms = 2_000
const rounds = 3
const seconds = 2
/** In this process: a socket of each side to each server, and some other files. */
const filesNeeded = 4 * rooms + 500

type Crowd = { sides: Side[]; heard: ReceivedOffers; perHundredMiB: number }

/**
 * 4,000 sockets, compared with bare socket.io: memory while idle, and the delay of an offer at 200
 * a second.
 */
export const sockets: Benchmark = {
  name: 'sockets',
  async measure() {
    expectFiles()
    const school = await openSchool('sqlite', 0)
    const people = await fillRooms(school, rooms)
    const servers = [await startWeekward(school, 'probed'), await startBareRelay('probed')] as const
    try {
      const [ours, bare] = [await crowd(servers[0], people), await crowd(servers[1], people)]
      const figures = [figureOfMemory(ours, bare), await figureOfDelays(ours, bare)]
      for (const { socket } of [...ours.sides, ...bare.sides]) socket.disconnect()
      return figures
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
      await school.remove()
    }
  },
}

function expectFiles(): void {
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const allowed = Number(limits.match(/Max open files\s+(\d+)/)?.[1])
  if (allowed < filesNeeded) {
    throw new Error(`ulimit -n is ${allowed}: the sockets need ${filesNeeded}`)
  }
}

/** Opens all sockets, measures memory, and enters all rooms. */
async function crowd(server: BenchServer, people: RoomPerson[]): Promise<Crowd> {
  const heard: ReceivedOffers = { wrong: 0, delays: [] }
  const before = await server.collected()
  const sides = await connectAll(server.url, people, heard)
  const after = await server.collected()
  await enterAll(sides)
  const found = await countSidesWithPeer(sides)
  if (found < sides.length) throw new Error(`${found} of ${sides.length} found the other side`)
  return { sides, heard, perHundredMiB: (sides.length / (after.resident - before.resident)) * 100 }
}

function figureOfMemory(ours: Crowd, bare: Crowd): Figure {
  return {
    what: 'idle sockets in 100 MiB, of 4,000',
    ours: ours.perHundredMiB.toFixed(0),
    beside: bare.perHundredMiB.toFixed(0),
    ratios: [ours.perHundredMiB / bare.perHundredMiB],
  }
}

async function figureOfDelays(ours: Crowd, bare: Crowd): Promise<Figure> {
  const p99s: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round <= rounds; round++) {
    const [one, other] = [await findSlowest(ours), await findSlowest(bare)]
    if (round === 0) continue
    p99s.ours.push(one)
    p99s.bare.push(other)
  }
  return {
    what: 'relay of an offer, 200 a second among 4,000 sockets, p99',
    ours: `${median(p99s.ours).toFixed(1)} ms`,
    beside: `${median(p99s.bare).toFixed(1)} ms`,
    ratios: p99s.ours.map((one, at) => one / (p99s.bare[at] ?? Number.NaN)),
  }
}

/** The 99th percentile of the offers' delay, in ms. */
async function findSlowest({ sides, heard }: Crowd): Promise<number> {
  heard.delays = []
  await sendOffersFor(sides, seconds, steadyPauseMs)
  if (heard.wrong > 0) throw new Error(`${heard.wrong} offers reached a wrong socket`)
  return quantile(heard.delays, 0.99)
}
