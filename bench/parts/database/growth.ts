import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { basePath, type Role } from '#contract/roles.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import type { Context } from '#server/kit/context.ts'
import { openSession } from '#test/accounts/session.ts'
import { busiestPeople, fillLargeSchool } from '#test/schools/large-school.ts'
import { type Benchmark, type Figure, median } from '../../figure.ts'
import {
  type BenchSchool,
  type DatabaseKind,
  databaseKinds,
  databaseTitles,
  openSchool,
} from '../../schools/schools.ts'
import { findLastPageCursor, type GrowingList, growingLists } from './measured-lists.ts'

/** Students, and as many reviews and audit log entries. */
const sizes = [1_000, 10_000, 100_000] as const
const rounds = 7
/** The median of this many calls counts in a round. */
const callsInRound = 3
const aim = { atMost: 1.2 }
/** The aims for searches in the two larger schools, which look at all names. */
const searchMs = { middle: 5, large: 60 }

/**
 * Every list and search in schools of three sizes, first page of 50 and last page: calls into one
 * process, alternating between sizes. Half of all reviews belong to one advisor and one reviewer,
 * who make the calls, so that their lists grow with the school.
 */
export const growth: Benchmark = {
  name: 'growth',
  async measure() {
    const figures: Figure[] = []
    for (const kind of databaseKinds) figures.push(...(await measureOn(kind)))
    return figures
  },
}

/** Injected calls follow each other without pause, which the overload guard would refuse. */
const options: AppOptions = {
  log: { level: 'error', stream: process.stderr },
  limits: { callWaitsMs: Number.POSITIVE_INFINITY },
}

type Asked = { app: FastifyInstance; tokens: Record<Role, string>; context: Context }

async function measureOn(kind: DatabaseKind): Promise<Figure[]> {
  const schools: BenchSchool[] = []
  try {
    const asked: Asked[] = []
    for (const size of sizes) {
      const school = await openSchool(kind, 0)
      schools.push(school)
      asked.push(await fill(school, size))
    }
    const figures: Figure[] = []
    for (const list of growingLists) figures.push(await measureList(kind, list, asked))
    await Promise.all(asked.map(({ app }) => app.close()))
    return figures
  } finally {
    for (const school of schools) await school.remove()
  }
}

async function fill({ kind, context }: BenchSchool, size: number): Promise<Asked> {
  await fillLargeSchool(context.db, { size, now: context.clock() })
  if (kind === 'postgres') await sql`vacuum analyze`.execute(context.db)
  const session = (role: Role) => openSession(context, busiestPeople[role])
  const tokens = {
    student: await session('student'),
    advisor: await session('advisor'),
    reviewer: await session('reviewer'),
    admin: await session('admin'),
  }
  return { app: await buildApp(context, options), tokens, context }
}

async function measureList(kind: DatabaseKind, list: GrowingList, asked: Asked[]): Promise<Figure> {
  const calls = await Promise.all(asked.map((one) => makeCall(list, one)))
  const times = calls.map((): number[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [place, call] of calls.entries()) {
      const time = await measureTime(call)
      // The first round is a warm-up.
      if (round > 0) times[place]?.push(time)
    }
  }
  const [small = [], middle = [], large = []] = times
  const ms = (values: number[]) => median(values).toFixed(2)
  return {
    what: `${list.what}, ${databaseTitles[kind]}`,
    ours: `${ms(large)} ms`,
    beside: `${ms(small)} ms (10,000: ${ms(middle)})`,
    ratios: large.map((time, round) => time / (small[round] ?? Number.NaN)),
    aim: getAim(list, middle, large),
  }
}

function getAim({ atMostMs, isSearch }: GrowingList, middle: number[], large: number[]) {
  if (atMostMs === undefined) return isSearch ? searchAim(middle, large) : aim
  return { says: `≤ ${atMostMs} ms`, isMet: median(large) <= atMostMs }
}

function searchAim(middle: number[], large: number[]) {
  const isMet = median(middle) <= searchMs.middle && median(large) <= searchMs.large
  return { says: `≤ ${searchMs.large} ms (10,000: ${searchMs.middle})`, isMet }
}

type Call = () => Promise<unknown>

async function makeCall(list: GrowingList, { app, tokens, context }: Asked): Promise<Call> {
  const query = new URLSearchParams({ limit: '50', ...list.query })
  if (list.last)
    query.set('cursor', await findLastPageCursor(context.db, list.last, Number(query.get('limit'))))
  const url = `${basePath[list.role]}${list.path}?${query}`
  const headers = { authorization: tokens[list.role] }
  return async () => {
    const { statusCode, body } = await app.inject({ url, headers })
    if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}: ${body}`)
  }
}

async function measureTime(call: Call): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < callsInRound; time++) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  return median(times)
}
