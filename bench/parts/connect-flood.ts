import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSession } from '#test/accounts/session.ts'
import { type Benchmark, type Figure, median } from '../figure.ts'
import { type CallResult, getDurationQuantile, probe } from '../load/probe.ts'
import {
  type BenchSchool,
  type DatabaseKind,
  databaseKinds,
  databaseTitles,
  openSchool,
} from '../schools/schools.ts'
import { startWeekward } from '../servers/servers.ts'

const students = 100
/** Of each kind of call. */
const perSecond = 7
const secondsEach = 20
const rounds = 5

type Asked = { health: CallResult[]; home: CallResult[] }
type Round = { quiet: Asked; attacked: Asked }

/**
 * The latency of others while 8 clients flood the server with connect packets for 20 s: the 99th
 * percentiles of /healthz and of a student's /home, compared with those of a quiet period before.
 */
export const connectFlood: Benchmark = {
  name: 'connects',
  async measure() {
    const figures: Figure[] = []
    for (const kind of databaseKinds) figures.push(...(await measureOn(kind)))
    return figures
  },
}

async function measureOn(kind: DatabaseKind): Promise<Figure[]> {
  const school = await openSchool(kind, students)
  try {
    const found: Round[] = []
    for (let round = 1; round <= rounds; round += 1) found.push(await measureRound(school))
    return (['health', 'home'] as const).map((what) => toFigure(what, databaseTitles[kind], found))
  } finally {
    await school.remove()
  }
}

/** Each round has its own server: refusing a network's handshakes continues for a minute. */
async function measureRound(school: BenchSchool): Promise<Round> {
  // With the default limits.
  const environment = { ...school.environment, RATE_LIMIT: 'on' }
  const server = await startWeekward({ ...school, environment })
  try {
    const token = await signIn(school)
    await ask(server.url, token, 3)
    const quiet = await ask(server.url, token, secondsEach)
    const before = server.memory()
    const [attacked] = await Promise.all([ask(server.url, token, secondsEach), attack(server.url)])
    const grown = server.memory() - before
    process.stderr.write(`connects: ${grown.toFixed(0)} MiB more memory\n`)
    return { quiet, attacked }
  } finally {
    await server.stop()
  }
}

function toFigure(what: 'health' | 'home', title: string, found: Round[]): Figure {
  const attacked = found.map((round) => getDurationQuantile(round.attacked[what], 0.99))
  const quiet = found.map((round) => getDurationQuantile(round.quiet[what], 0.99))
  return {
    what: `${what === 'health' ? '/healthz' : '/home'} while 8 clients flood with connects, ${title}, p99`,
    ours: `${median(attacked).toFixed(1)} ms`,
    beside: `${median(quiet).toFixed(1)} ms quiet`,
    ratios: attacked.map((ms, at) => ms / (quiet[at] ?? Number.NaN)),
    aim: { atMost: 2 },
  }
}

async function signIn({ context }: BenchSchool): Promise<string> {
  const { id } = await context.db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'student')
    .where('verified_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  return openSession(context, id)
}

/** Sends both kinds of call for some seconds. Throws an Error unless all succeed. */
async function ask(url: string, token: string, seconds: number): Promise<Asked> {
  const [health, home] = await Promise.all([
    probe(`${url}/healthz`, { perSecond, seconds }),
    probe(`${url}/home`, { perSecond, seconds, token }),
  ])
  const bad = [...health, ...home].filter(({ status }: CallResult) => status !== 200)
  if (bad.length > 0) throw new Error(`${bad.length} calls were answered with ${bad[0]?.status}`)
  return { health, home }
}

async function attack(url: string): Promise<void> {
  const script = join(import.meta.dirname, '../load/invalid-token-flood.ts')
  const child = spawn(process.execPath, [script, url, String(secondsEach)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the attack ended with ${code}`)
}
