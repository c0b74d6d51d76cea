import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { login, loginField } from '#contract/accounts/login.ts'
import { demoLogins } from '#contract/school.ts'
import { type Figure, median, type Part } from '../figure.ts'
import { load, type Target } from '../load/load.ts'
import {
  type BenchSchool,
  type DatabaseKind,
  databaseKinds,
  openSchool,
  titles,
} from '../schools/schools.ts'
import { fillWaitingPairs, type WaitingPair } from '../schools/waiting-pairs.ts'
import { type BenchServer, startWeekward } from '../servers/servers.ts'

const run = promisify(execFile)
const students = { sqlite: 1_000, postgres: 10_000 }
/** One alone: an older guard refuses several whom it could serve. */
const clients = 1
const calls = 480
const rounds = 3
/** As many as are booked in all rounds, and those that are sent beyond. */
const bookings = (calls + clients) * (rounds + 1)

/**
 * `npm run bench -- since COMMIT`: main calls of this version beside those of another commit, which
 * is built beside it; each serves a school that it has made up itself, in turns, so many calls one
 * after the other. The ratio is how many of ours a second of the processor answers beside theirs. More
 * bytes may take longer, and a booking tells people.
 */
export const since: Part = {
  name: 'since',
  async measure(commit) {
    if (commit === undefined) return []
    const tree = await buildBeside(commit)
    try {
      const figures: Figure[] = []
      for (const kind of databaseKinds) figures.push(...(await measureOn(kind, tree, commit)))
      return figures
    } finally {
      await run('git', ['worktree', 'remove', '--force', tree])
    }
  },
}

/** The folder of a commit, with its packages. */
async function buildBeside(commit: string): Promise<string> {
  const tree = join(mkdtempSync(join(tmpdir(), 'weekward-since-')), 'tree')
  await run('git', ['worktree', 'add', '--detach', tree, commit])
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, maxBuffer: 2 ** 26 })
  return tree
}

type Side = {
  school: BenchSchool
  server: BenchServer
  tokens: Record<Asking, string>
  pairs: Pairs
}
type Asking = 'student' | 'advisor' | 'admin'
type Pairs = IterableIterator<WaitingPair>

async function measureOn(kind: DatabaseKind, tree: string, commit: string): Promise<Figure[]> {
  const ours = await openSide(kind)
  const other = await openSide(kind, tree)
  try {
    const figures: Figure[] = []
    for (const call of targets) figures.push(await measureCall(call, ours, other, kind))
    const memory = { ours: ours.server.memory(), other: other.server.memory() }
    const what = `resident memory afterwards, ${titles[kind]}, beside ${commit}`
    const mib = (value: number) => `${value.toFixed(0)} MiB`
    const ratios = [memory.ours / memory.other]
    const aim = { atMost: 1.2 }
    return [...figures, { what, ours: mib(memory.ours), beside: mib(memory.other), ratios, aim }]
  } finally {
    for (const { school, server } of [ours, other]) {
      await server.stop()
      await school.remove()
    }
  }
}

/** A school, a server on it, and what calls need; of this version, or of the one in a folder. */
async function openSide(kind: DatabaseKind, tree?: string): Promise<Side> {
  const school = await openSchool(kind, tree ? 'for another version' : students[kind])
  if (tree !== undefined) {
    const seed = [join(tree, 'seed/main.ts'), '--students', String(students[kind])]
    await run(process.execPath, seed, { env: { ...process.env, ...school.environment } })
  }
  const pairs = await fillWaitingPairs(school.context.db, bookings)
  if (kind === 'postgres') await sql`vacuum analyze`.execute(school.context.db)
  const server = await startWeekward(school, 'as it is', tree)
  const tokens = {
    student: await signIn(server, 'student'),
    advisor: await signIn(server, 'advisor'),
    admin: await signIn(server, 'admin'),
  }
  return { school, server, tokens, pairs: pairs.values() }
}

async function signIn({ url }: BenchServer, role: Asking): Promise<string> {
  const { email, password } = demoLogins[role]
  const reply = await fetch(url + login[role].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { [loginField[role]]: result } = login[role].reply.parse(await reply.json())
  if (!result?.token) throw new Error(`the demo ${role} is not let in: ${reply.status}`)
  return result.token
}

type Call = {
  what: string
  role: Asking
  path: string
  /** What a call that changes something sends, by its number and the next pair to be booked. */
  body?: (number: number, pairs: Pairs) => unknown
  atLeast?: number
}

const targets: readonly Call[] = [
  { what: 'an advisor’s list of 20', role: 'advisor', path: '/advisor/review-list?limit=20' },
  { what: 'a student’s home', role: 'student', path: '/home' },
  { what: 'students, first 50', role: 'admin', path: '/admin/all-student?limit=50' },
  { what: 'the admin’s home', role: 'admin', path: '/admin/summary' },
  {
    ...{ what: 'one task state', role: 'advisor', path: '/advisor/update-review-details' },
    body: (number) => ({
      id: `since-review-${bookings - 1 - (number % 500)}`,
      value: { seminar: number % 1_000 < 500 ? 'completed' : 'Not added' },
    }),
  },
  {
    ...{ what: 'a booking', role: 'advisor', path: '/advisor/book-slot', atLeast: 0.5 },
    body: (_, pairs) => pairs.next().value,
  },
]

/** So much more may be answered before it may take longer. */
const manyMoreBytes = 1.5

async function measureCall(call: Call, one: Side, two: Side, kind: DatabaseKind): Promise<Figure> {
  const [ours = 0, other = 0] = await Promise.all([one, two].map((side) => lengthOf(call, side)))
  const asked = [targetOf(call, one), targetOf(call, two)] as const
  const taken: [number, number][] = []
  for (let round = 0; round <= rounds; round++) {
    const pair: [number, number] = [
      await processorOf(one.server, asked[0]),
      await processorOf(two.server, asked[1]),
    ]
    // The first one warms up.
    if (round > 0) taken.push(pair)
  }
  const kib = (length: number) => (call.body ? '' : `, ${(length / 1024).toFixed(1)} KiB`)
  const show = (place: 0 | 1) => `${median(taken.map((pair) => pair[place])).toFixed(2)} ms`
  return {
    what: `processor time of ${call.what}, ${titles[kind]}`,
    ours: show(0) + kib(ours),
    beside: show(1) + kib(other),
    ratios: taken.map(([mine, theirs]) => theirs / mine),
    aim: { atLeast: call.atLeast ?? (ours >= manyMoreBytes * other ? 0.75 : 0.95) },
  }
}

/** What one call takes of the server's processor (ms): other work on the machine is not in it. */
async function processorOf(server: BenchServer, target: Target): Promise<number> {
  const before = server.processor()
  await load(target, { clients, calls })
  return (server.processor() - before) / calls
}

function targetOf({ role, path, body }: Call, { server, tokens, pairs }: Side): Target {
  const target = { url: server.url + path, token: tokens[role] }
  if (!body) return target
  let number = 0
  return { ...target, method: 'PUT', next: () => ({ body: body(number++, pairs) }) }
}

async function lengthOf({ role, path, body }: Call, { server, tokens }: Side): Promise<number> {
  if (body) return 0
  const reply = await fetch(server.url + path, { headers: { authorization: tokens[role] } })
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  return (await reply.arrayBuffer()).byteLength
}
