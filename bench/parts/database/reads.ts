import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { addDays, getDateInZone } from '#contract/kit/time/zone.ts'
import { basePath, type Role } from '#contract/roles.ts'
import { demoLogins } from '#contract/school/school.ts'
import { buildApp } from '#server/app.ts'
import { customPlan } from '#server/database/engines/prepared-statements.ts'
import { openSession } from '#test/accounts/session.ts'
import { openRecordingDatabase, type RecordedStatement } from '#test/recorded-statements.ts'
import type { Benchmark, Figure } from '../../figure.ts'
import { type BenchSchool, openSchool } from '../../schools/schools.ts'
import { type CallIds, listPageCalls, type PageCall } from './list-page-calls.ts'

const students = { large: 10_000, small: 1_000 }
/**
 * The most CPU time on PostgreSQL for a call of a home, picker or list, and for a month of all
 * reviewers.
 */
const atMostMs = { call: 15, month: 30 }
/** PostgreSQL decides about a generic plan at the sixth execution. */
const rounds = { toPlan: 6, measured: 5 }

/**
 * PostgreSQL's CPU time for each call of the four homes, the pickers and the lists, and the number
 * of statements, in a school of 10,000 students and 100,000 reviews compared with one of 1,000.
 * Statements are prepared as on a server's connection, and the minimum counts.
 */
export const reads: Benchmark = {
  name: 'reads',
  async measure() {
    const large = await measureSchool(students.large)
    const small = await measureSchool(students.small)
    return [...large].map(([what, ours]) => toFigure(what, ours, small.get(what) ?? ours))
  },
}

/** The settings of a server's connection, and logging of each statement's CPU time. */
const asOfTheServer = `set jit = off; set max_parallel_workers_per_gather = 0;
  set client_min_messages = log; set log_statement_stats = on`

type Time = { ms: number; statements: number }

function toFigure(what: string, ours: Time, small: Time): Figure {
  const atMost = what.includes('(month)') ? atMostMs.month : atMostMs.call
  const show = ({ ms, statements }: Time) => `${ms.toFixed(1)} ms in ${statements}`
  return {
    what,
    ours: show(ours),
    beside: show(small),
    ratios: [ours.ms / small.ms],
    aim: { says: `≤ ${atMost} ms`, isMet: ours.ms <= atMost },
  }
}

async function measureSchool(size: number): Promise<Map<string, Time>> {
  const school = await openSchool('postgres', size)
  try {
    return await measureIn(school)
  } finally {
    await school.remove()
  }
}

async function measureIn(school: BenchSchool): Promise<Map<string, Time>> {
  const { context, address } = school
  await sql`vacuum analyze`.execute(context.db)
  const { db, statements } = openRecordingDatabase({ kind: 'postgres', url: address })
  const app = await buildApp(
    { ...context, db },
    { log: { level: 'error', stream: process.stderr } },
  )
  const client = new pg.Client({ connectionString: address })
  try {
    await client.connect()
    await client.query(asOfTheServer)
    const named = await nameThem(school)
    const tokens = await signInAll(school)
    const times = new Map<string, Time>()
    for (const call of listPageCalls(named)) {
      const asked = await record(app, statements, call, tokens[call.role])
      times.set(formatCall(call, named), await timeAll(client, asked))
    }
    return times
  } finally {
    await client.end()
    await app.close()
    await db.destroy()
  }
}

async function signInAll(school: BenchSchool): Promise<Record<Role, string>> {
  const of = async (role: Role) => openSession(school.context, await readId(school, role))
  return {
    student: await of('student'),
    advisor: await of('advisor'),
    reviewer: await of('reviewer'),
    admin: await of('admin'),
  }
}

async function readId({ context: { db } }: BenchSchool, role: Role): Promise<string> {
  const { id } = await db
    .selectFrom('people')
    .select('id')
    .where('role', '=', role)
    .where('email', '=', demoLogins[role].email)
    .executeTakeFirstOrThrow()
  return id
}

async function nameThem(school: BenchSchool): Promise<CallIds> {
  const { db, clock, settings } = school.context
  const advisor = await readId(school, 'advisor')
  const waiting = await db
    .selectFrom('reviews')
    .innerJoin('people', 'people.id', 'reviews.student_id')
    .select(['reviews.id', 'student_id', 'domain_id'])
    .where('advisor_id', '=', advisor)
    .where('status', '=', 'not-scheduled')
    .where('closed_at', 'is', null)
    .where('blocked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const today = getDateInZone(clock(), settings.timeZone)
  return {
    advisor,
    reviewer: await readId(school, 'reviewer'),
    review: waiting.id,
    student: waiting.student_id,
    domain: waiting.domain_id ?? '',
    today,
    weekEnd: addDays(today, 6),
    monthEnd: addDays(today, 41),
  }
}

async function record(
  app: FastifyInstance,
  statements: RecordedStatement[],
  { role, path, query }: PageCall,
  token: string,
): Promise<RecordedStatement[]> {
  statements.length = 0
  const url = `${basePath[role]}${path}?${new URLSearchParams(query)}`
  const { statusCode, body } = await app.inject({ url, headers: { authorization: token } })
  if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}: ${body}`)
  return [...statements]
}

async function timeAll(client: pg.Client, statements: RecordedStatement[]): Promise<Time> {
  const time = { ms: 0, statements: statements.length }
  for (const statement of statements) {
    time.ms += await measureTime(client, statement)
  }
  return time
}

/** PostgreSQL's message for a statement: "0.001 s user, 0.000 s system, …". */
const used = /([\d.]+) s user, ([\d.]+) s system/

/** The minimum CPU time (ms) of a statement that is prepared on this connection. */
async function measureTime(
  client: pg.Client,
  { sql: text, parameters }: RecordedStatement,
): Promise<number> {
  let seconds = 0
  const add = ({ detail = '' }: { detail?: string | undefined }) => {
    const [, user, system] = used.exec(detail) ?? []
    seconds += Number(user) + Number(system)
  }
  client.on('notice', add)
  // Statements planned by value are not prepared on a server's connection either.
  const name = text.includes(customPlan) ? '' : createHash('md5').update(text).digest('hex')
  const times: number[] = []
  for (let round = 0; round < rounds.toPlan + rounds.measured; round++) {
    seconds = 0
    await client.query({ name, text, values: [...parameters], rowMode: 'array' })
    if (round >= rounds.toPlan) times.push(1_000 * seconds)
  }
  client.off('notice', add)
  return Math.min(...times)
}

function formatCall({ role, path, query = {} }: PageCall, named: CallIds): string {
  const names = new Map(Object.entries(named).map(([name, value]) => [value, name]))
  const { from: _from, ...rest } = query
  const span =
    query.to === named.monthEnd ? ' (month)' : query.to === named.weekEnd ? ' (week)' : ''
  const { to: _to, ...asked } = rest
  const said = Object.entries(asked).map(([name, value]) => `${name}=${names.get(value) ?? value}`)
  const place = path.replace(named.reviewer, ':id')
  return `${role} ${place}${said.length > 0 ? `?${said.join('&')}` : ''}${span}`
}
