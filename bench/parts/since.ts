import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { login, loginResultField } from '#contract/accounts/login.ts'
import { demoLogins } from '#contract/school/school.ts'
import { type Benchmark, type Figure, median } from '../figure.ts'
import { type LoadResult, type RepeatedCall, runLoad, runLoadInTurns } from '../load/load.ts'
import { type BookablePair, fillBookablePairs } from '../schools/bookable-pairs.ts'
import {
  type BenchSchool,
  type DatabaseKind,
  databaseKinds,
  databaseTitles,
  openSchool,
} from '../schools/schools.ts'
import { type BenchServer, startWeekward } from '../servers/servers.ts'

const run = promisify(execFile)
const students = { sqlite: 1_000, postgres: 10_000 }
/** One client when CPU time is measured: an older overload guard refuses many calls of several. */
const alone = { clients: 1, calls: 320, leavesOutRefused: true }
const together = { clients: 16, calls: 160, leavesOutRefused: true }
const rounds = 3
/** As many as are booked in all rounds, and some in reserve. */
const bookings = (alone.calls + alone.clients + together.calls + together.clients) * (rounds + 1)

/**
 * `npm run bench -- since COMMIT`: the main calls of this version compared with those of another
 * commit, which is built beside it. Each serves a school it has generated, in turns. The aim is for
 * CPU time a call, one call at a time, which other load on the machine does not affect. Throughput
 * with several clients is listed below it, without refused calls. Longer replies may take longer,
 * and a booking sends notifications.
 */
export const since: readonly Benchmark[] = databaseKinds.map((kind) => ({
  name: `since-${kind}`,
  async measure(commit) {
    if (commit === undefined) return []
    const folder = mkdtempSync(join(tmpdir(), 'weekward-since-'))
    try {
      return await measureOn(kind, join(folder, 'tree'), commit)
    } finally {
      rmSync(folder, { recursive: true })
      await run('git', ['worktree', 'prune'])
    }
  },
}))

/** Checks out a commit into a folder and installs its packages. */
async function build(commit: string, tree: string): Promise<void> {
  await run('git', ['worktree', 'add', '--detach', tree, commit])
  const quickly = ['--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['ci', ...quickly], { cwd: tree, maxBuffer: 2 ** 26 })
}

type Side = {
  school: BenchSchool
  server: BenchServer
  tokens: Record<Asking, string>
  pairs: Pairs
}
type Asking = 'student' | 'advisor' | 'admin'
type Pairs = IterableIterator<BookablePair>

async function measureOn(kind: DatabaseKind, tree: string, commit: string): Promise<Figure[]> {
  const opening = [openSide(kind), build(commit, tree).then(() => openSide(kind, tree))]
  try {
    const [ours, other] = await Promise.all(opening)
    if (!ours || !other) throw new Error('there are two sides')
    const figures: Figure[] = []
    for (const call of targets) {
      const figure = await measureCall(call, ours, other, kind)
      process.stderr.write(`${figure.what}: ${figure.ours}, ${figure.beside}\n`)
      figures.push(figure, await measureTogether(call, ours, other, kind))
    }
    const memory = { ours: ours.server.memory(), other: other.server.memory() }
    const what = `resident memory afterwards, ${databaseTitles[kind]}, beside ${commit}`
    const mib = (value: number) => `${value.toFixed(0)} MiB`
    const ratios = [memory.ours / memory.other]
    const aim = { atMost: 1.2 }
    return [...figures, { what, ours: mib(memory.ours), beside: mib(memory.other), ratios, aim }]
  } finally {
    for (const side of await Promise.allSettled(opening)) {
      if (side.status === 'rejected') continue
      await side.value.server.stop()
      await side.value.school.remove()
    }
  }
}

/** A school with a server, of this version or of the one in a folder. */
async function openSide(kind: DatabaseKind, tree?: string): Promise<Side> {
  const school = await openSchool(kind, tree ? 'for another version' : students[kind])
  try {
    if (tree !== undefined) {
      const seed = [join(tree, 'seed/main.ts'), '--students', String(students[kind])]
      await run(process.execPath, seed, { env: { ...process.env, ...school.environment } })
    }
    const pairs = await fillBookablePairs(school.context.db, bookings)
    if (kind === 'postgres') await sql`vacuum analyze`.execute(school.context.db)
    const server = await startWeekward(school, 'as it is', tree)
    const tokens = {
      student: await signIn(server, 'student'),
      advisor: await signIn(server, 'advisor'),
      admin: await signIn(server, 'admin'),
    }
    return { school, server, tokens, pairs: pairs.values() }
  } catch (error) {
    await school.remove()
    throw error
  }
}

async function signIn({ url }: BenchServer, role: Asking): Promise<string> {
  const { email, password } = demoLogins[role]
  const reply = await fetch(url + login[role].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { [loginResultField[role]]: result } = login[role].reply.parse(await reply.json())
  if (!result?.token) throw new Error(`the demo ${role} is not let in: ${reply.status}`)
  return result.token
}

type Call = {
  what: string
  role: Asking
  path: string
  /** The body of a write, by its number and the next pair to book. */
  body?: (number: number, pairs: Pairs) => unknown
  /** Slow calls are measured with a fraction of the calls. */
  oneIn?: number
  atLeast?: number
}

const targets: readonly Call[] = [
  { what: 'an advisor’s list of 20', role: 'advisor', path: '/advisor/review-list?limit=20' },
  { what: 'a student’s home', role: 'student', path: '/home' },
  { what: 'students, first 50', role: 'admin', path: '/admin/all-student?limit=50' },
  { what: 'the admin’s home', role: 'admin', path: '/admin/summary', oneIn: 4 },
  {
    what: 'one task state',
    role: 'advisor',
    path: '/advisor/update-review-details',
    body: (number) => ({
      id: `since-review-${bookings - 1 - (number % 500)}`,
      value: { seminar: number % 1_000 < 500 ? 'completed' : 'Not added' },
    }),
  },
  {
    what: 'a booking',
    role: 'advisor',
    path: '/advisor/book-slot',
    atLeast: 0.5,
    body: (_, pairs) => pairs.next().value,
  },
]

/** From this ratio of reply lengths on, a call may take longer. */
const manyMoreBytes = 1.5

async function measureCall(call: Call, one: Side, two: Side, kind: DatabaseKind): Promise<Figure> {
  const [ours = 0, other = 0] = await Promise.all(
    [one, two].map((side) => measureLength(call, side)),
  )
  const calls = alone.calls / (call.oneIn ?? 1)
  const asked = [toTarget(call, one), toTarget(call, two)] as const
  const taken: [number, number][] = []
  for (let round = 0; round <= rounds; round++) {
    const pair: [number, number] = [
      await measureProcessor(one.server, asked[0], calls),
      await measureProcessor(two.server, asked[1], calls),
    ]
    // The first round is a warm-up.
    if (round > 0) taken.push(pair)
  }
  const kib = (length: number) => (call.body ? '' : `, ${(length / 1024).toFixed(1)} KiB`)
  const show = (place: 0 | 1) => `${median(taken.map((pair) => pair[place])).toFixed(2)} ms`
  return {
    what: `processor time of ${call.what}, ${databaseTitles[kind]}`,
    ours: show(0) + kib(ours),
    beside: show(1) + kib(other),
    ratios: taken.map(([mine, theirs]) => theirs / mine),
    aim: { atLeast: call.atLeast ?? (ours > 0 && ours >= manyMoreBytes * other ? 0.75 : 0.95) },
  }
}

/** The CPU time (ms) of one call, which other load on the machine does not affect. */
async function measureProcessor(
  server: BenchServer,
  target: RepeatedCall,
  calls: number,
): Promise<number> {
  const before = server.processor()
  await runLoad(target, { ...alone, calls })
  return (server.processor() - before) / calls
}

async function measureTogether(
  call: Call,
  one: Side,
  two: Side,
  kind: DatabaseKind,
): Promise<Figure> {
  const how = { ...together, calls: together.calls / (call.oneIn ?? 1), rounds }
  const { ours, other } = await runLoadInTurns(toTarget(call, one), toTarget(call, two), how)
  const show = (speeds: LoadResult[]) =>
    `${median(speeds.map((each) => each.perSecond)).toFixed(0)}`
  return {
    what: `${call.what}, ${together.clients} clients, answers a second, ${databaseTitles[kind]}`,
    ours: show(ours),
    beside: show(other),
    ratios: ours.map(({ perSecond }, at) => perSecond / (other[at]?.perSecond ?? Number.NaN)),
  }
}

function toTarget({ role, path, body }: Call, { server, tokens, pairs }: Side): RepeatedCall {
  const target = { url: server.url + path, token: tokens[role] }
  if (!body) return target
  let number = 0
  return { ...target, method: 'PUT', next: () => ({ body: body(number++, pairs) }) }
}

async function measureLength(
  { role, path, body }: Call,
  { server, tokens }: Side,
): Promise<number> {
  if (body) return 0
  const reply = await fetch(server.url + path, { headers: { authorization: tokens[role] } })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return (await reply.arrayBuffer()).byteLength
}
