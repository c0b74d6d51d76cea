import { execFileSync } from 'node:child_process'
import { copyFileSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { listReviews } from '#contract/reviews/reviews.ts'
import { openSession } from '#test/accounts/session.ts'
import { type Benchmark, type Figure, median } from '../figure.ts'
import { runLoad } from '../load/load.ts'
import { type BenchSchool, openSchool, readBusiestAdvisor } from '../schools/schools.ts'
import {
  type BenchServer,
  startBareServer,
  startEmptyNodeServer,
  startWeekward,
} from '../servers/servers.ts'

const students = 1_000
const startRounds = 5
const loadRounds = 3
const how = { clients: 10, seconds: 2 }

/** Start time and memory, compared with an empty Node server, and the size of the installation. */
export const memory: Benchmark = {
  name: 'memory',
  async measure() {
    const school = await openSchool('sqlite', students)
    try {
      return [...(await measureStarts(school)), await measureUnderLoad(school), measureInstall()]
    } finally {
      await school.remove()
    }
  },
}

async function measureStarts(school: BenchSchool): Promise<Figure[]> {
  const starts: { ours: BenchServer; empty: BenchServer; idle: [number, number] }[] = []
  // The first start fills the compile cache and does not count.
  for (let round = 0; round <= startRounds; round++) {
    const ours = await startWeekward(school)
    const empty = await startEmptyNodeServer()
    const idle: [number, number] = [ours.memory(), empty.memory()]
    await Promise.all([ours.stop(), empty.stop()])
    if (round > 0) starts.push({ ours, empty, idle })
  }
  return [
    beside(
      'start until ready, with compiled code kept',
      starts.map(({ ours, empty }) => [ours.readyAfterMs, empty.readyAfterMs]),
      'ms',
    ),
    beside(
      'resident memory, idle',
      starts.map(({ idle }) => idle),
      'MiB',
    ),
  ]
}

/** The length of a list of 50 reviews. */
const listBytes = 55_000

async function measureUnderLoad(school: BenchSchool): Promise<Figure> {
  const token = await openSession(school.context, await readBusiestAdvisor(school))
  const left: [number, number][] = []
  for (let round = 0; round < loadRounds; round++) {
    const [ours, bare] = [await startWeekward(school), await startBareServer(school)]
    try {
      await runLoad({ url: `${ours.url}${listReviews.advisor.path}?limit=50`, token }, how)
      await runLoad({ url: `${bare.url}/constant?bytes=${listBytes}`, token }, how)
      left.push([ours.memory(), bare.memory()])
    } finally {
      await Promise.all([ours.stop(), bare.stop()])
    }
  }
  return beside('resident memory, lists of 50 reviews read by 10 clients', left, 'MiB')
}

function beside(what: string, pairs: [number, number][], unit: string): Figure {
  const show = (at: 0 | 1) => `${median(pairs.map((pair) => pair[at])).toFixed(0)} ${unit}`
  return { what, ours: show(0), beside: show(1), ratios: pairs.map(([one, other]) => one / other) }
}

const InstalledRecord = z.object({ packages: z.record(z.string(), z.unknown()) })

/** Installs a server's dependencies from package-lock.json and measures their size. */
function measureInstall(): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'weekward-install-'))
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
      copyFileSync(join(import.meta.dirname, '../..', file), join(folder, file))
    }
    const args = ['ci', '--omit=dev', '--prefer-offline', '--loglevel=error', '--no-progress']
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const record = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')
    const paths = Object.keys(InstalledRecord.parse(JSON.parse(record)).packages)
    const ofNode = paths.filter((path) =>
      /^node_modules\/node-(bin-)?(darwin|linux|win)/.test(path),
    )
    const weigh = (path: string) => getSize(join(folder, path))
    const node = ofNode.reduce((sum, path) => sum + weigh(path), 0)
    const rest = weigh('node_modules') - node
    return {
      what: 'production install, without Node itself',
      ours: `${rest.toFixed(0)} MiB, ${paths.length - ofNode.length} packages`,
      beside: `Node ${node.toFixed(0)} MiB`,
      ratios: [],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The total size of a folder in MiB. */
function getSize(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + lstatSync(join(file.parentPath, file.name)).size / 1024 ** 2, 0)
}
