import { readdirSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { pageCacheKiB } from '#server/database/engines/sqlite-connection.ts'
import { parseArguments, runOrFail } from '../scripts/command-line.ts'
import { keepBusy } from './load/mixed-load.ts'
import { printTable } from './load/probe.ts'
import { fillRooms } from './schools/call-rooms.ts'
import { openSchool } from './schools/schools.ts'
import { type BenchServer, startWeekward } from './servers/servers.ts'

const usage = 'npm run soak -- [--minutes 30]'
const Arguments = z.object({
  minutes: z.coerce
    .number()
    .min(1)
    .max(24 * 60)
    .default(30),
})
const rooms = 16
const samples = 60
/** The first half does not count. */
const warmUp = 0.5
/** Growth below this is noise. */
const growthAllowed = 0.05
const filesAllowed = 5

type Floor = { minute: number; heapMb: number; ownMb: number }
type Sample = Floor & { files: number }

const options = { minutes: { type: 'string' } } as const
await runOrFail(() =>
  soak(parseArguments(usage, () => Arguments.parse(parseArgs({ options }).values))),
)

async function soak({ minutes }: z.infer<typeof Arguments>): Promise<void> {
  const school = await openSchool('sqlite', 0)
  const people = await fillRooms(school, rooms)
  const server = await startWeekward(school, 'probed')
  try {
    const busy = keepBusy(server.url, people)
    const taken = await watch(server, school.address, minutes)
    await busy.end()
    judge(taken, minutes)
    const { calls, failed, sockets, relays } = busy.counts
    process.stdout.write(
      `${calls} calls, ${sockets} sockets, ${relays} offers passed on, ${failed} failed\n`,
    )
    if (failed > 0) process.exitCode = 1
  } finally {
    await server.stop()
    await school.remove()
  }
}

async function watch(
  { collected, ownMemory, pid }: BenchServer,
  database: string,
  minutes: number,
): Promise<Sample[]> {
  const taken: Sample[] = []
  const began = performance.now()
  for (let count = 1; count <= samples; count++) {
    await setTimeout(began + (count / samples) * minutes * 60_000 - performance.now())
    const { inUse } = await collected()
    taken.push({
      minute: (performance.now() - began) / 60_000,
      heapMb: inUse,
      ownMb: ownMemory() - getCachedPagesMb(database),
      files: readdirSync(`/proc/${pid}/fd`).length,
    })
  }
  return taken
}

/**
 * What SQLite's page cache holds, in MiB: it is meant to grow, with a database that was empty, until
 * it is full.
 */
function getCachedPagesMb(database: string): number {
  return Math.min(pageCacheKiB, statSync(database).size / 1_024) / 1_024
}

function judge(taken: Sample[], minutes: number): void {
  const shown = taken.filter((_, at) => at % 5 === 4)
  printTable([
    ['minute', 'memory in use', 'resident, without page cache', 'open files'],
    ...shown.map(({ minute, heapMb, ownMb, files }) => [
      ...[minute.toFixed(1), `${heapMb.toFixed(1)} MB`, `${ownMb.toFixed(0)} MB`, String(files)],
    ]),
  ])
  const warm = toFloors(taken.slice(Math.floor(taken.length * warmUp)))
  const growth = (of: (floor: Floor) => number) => slope(warm, of) * (minutes * (1 - warmUp))
  const heap = growth(({ heapMb }) => heapMb) / (warm[0]?.heapMb ?? 1)
  const resident = growth(({ ownMb }) => ownMb) / (warm[0]?.ownMb ?? 1)
  const files = getLowestFiles(taken.slice(-15)) - getLowestFiles(taken.slice(-30, -15))
  const isFlat = heap < growthAllowed && resident < growthAllowed && files < filesAllowed
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`
  process.stdout.write(
    `after warm-up: memory in use ${percent(heap)}, resident ${percent(resident)}, open files ${files}: ${isFlat ? 'flat' : 'GROWING'}\n`,
  )
  if (!isFlat) process.exitCode = 1
}

/** Open files rise and fall with the sockets; a leak lifts the lowest count of a quarter. */
function getLowestFiles(taken: Sample[]): number {
  return Math.min(...taken.map(({ files }) => files))
}

/**
 * The lowest values of each five samples: between collections memory rises and falls by a quarter,
 * and a leak lifts the floor.
 */
function toFloors(taken: Sample[]): Floor[] {
  const groups = Array.from({ length: taken.length / 5 }, (_, at) =>
    taken.slice(at * 5, at * 5 + 5),
  )
  const lowest = (group: Sample[], of: (sample: Sample) => number) => Math.min(...group.map(of))
  return groups.map((group) => ({
    minute: lowest(group, ({ minute }) => minute),
    heapMb: lowest(group, ({ heapMb }) => heapMb),
    ownMb: lowest(group, ({ ownMb }) => ownMb),
  }))
}

/** The growth of a value a minute, by linear regression. */
function slope(taken: Floor[], of: (floor: Floor) => number): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const [x, y] = [mean(taken.map(({ minute }) => minute)), mean(taken.map(of))]
  const above = mean(taken.map((one) => (one.minute - x) * (of(one) - y)))
  return above / mean(taken.map(({ minute }) => (minute - x) ** 2))
}
