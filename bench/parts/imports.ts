import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { secondMs } from '#contract/kit/time/durations.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { importPeople, importRowsMax, undoImport } from '#contract/people/import-people.ts'
import { getHome, listReviews } from '#contract/reviews/reviews.ts'
import { isActiveParticipant } from '#server/database/person-conditions.ts'
import { openSession } from '#test/accounts/session.ts'
import { makePerson } from '#test/factories.ts'
import { makeStudentFile } from '#test/imports/import-scenario.ts'
import { type Benchmark, type Figure, median, quantile } from '../figure.ts'
import { callOnce } from '../load/probe.ts'
import {
  type BenchSchool,
  databaseKinds,
  databaseTitles,
  openSchool,
  readBusiestAdvisor,
} from '../schools/schools.ts'
import { startWeekward } from '../servers/servers.ts'

const students = 5_000
const rounds = 3
const besideMs = 6_000
/**
 * The calls of others, as at a school in the middle of a day. They come whatever the last one took.
 */
const perSecond = 50
/** The kinds of ten calls, one after another. */
const turns = [
  ...['a home', 'a list', 'a home', 'a list', 'a home'],
  ...['a list', 'a home', 'a list', 'a home', 'a change'],
]
const Imported = z.object({ _id: z.string() })

type Call = Parameters<typeof callOnce>[0]

/**
 * Imports of as many people as a file can have, and their undo: how long each takes, and how long
 * others' calls take meanwhile, compared with the same calls just before.
 */
export const imports: Benchmark = {
  name: 'imports',
  async measure() {
    const figures: Figure[] = []
    for (const kind of databaseKinds) figures.push(...(await measureOn(kind)))
    return figures
  },
}

async function measureOn(kind: (typeof databaseKinds)[number]): Promise<Figure[]> {
  const school = await openSchool(kind, students)
  const { context } = school
  const admin = await makePerson({ context }, 'admin')
  const server = await startWeekward(school)
  const agent = new Agent({ keepAlive: true })
  try {
    const { advisorId, studentId } = await chooseReaders(school)
    const [advisor, student] = [
      await openSession(context, advisorId),
      await openSession(context, studentId),
    ]
    let changes = 0
    const others: Record<string, () => Call> = {
      'a home': () => ({ url: `${server.url}${getHome.path}`, token: student }),
      'a list': () => ({
        url: `${server.url}${listReviews.advisor.path}?limit=50`,
        token: advisor,
      }),
      'a change': () => ({
        url: `${server.url}${editProfile.student.path}`,
        method: 'PUT',
        token: student,
        body: { number: '5550009999', address: `Main Street ${++changes}` },
      }),
    }
    const change = async (to: { method: string; path: string }, value: unknown) => {
      const began = performance.now()
      const reply = await fetch(`${server.url}${to.path}`, {
        method: to.method,
        body: JSON.stringify({ value }),
        headers: { authorization: admin.token, 'content-type': 'application/json' },
      })
      const body: unknown = await reply.json()
      if (reply.status !== 200) throw new Error(`${to.path}: ${JSON.stringify(body)}`)
      return { body, ms: performance.now() - began }
    }
    const measured = { import: newMeasured(), undo: newMeasured() }
    for (let round = 0; round <= rounds; round++) {
      const csv = makeStudentFile(importRowsMax, `round-${round}`).replaceAll(',Web,', ',,')
      const before = await callWhile(others, agent, setTimeout(besideMs))
      const adding = change(importPeople, { role: 'student', csv, apply: 'all' })
      const whileAdding = await callWhile(others, agent, adding)
      const added = await adding
      const removing = change(undoImport, Imported.parse(added.body))
      const whileRemoving = await callWhile(others, agent, removing)
      if (round === 0) continue
      note(measured.import, added.ms, whileAdding, before)
      note(measured.undo, (await removing).ms, whileRemoving, before)
    }
    return Object.entries(measured).flatMap(([what, one]) =>
      toFigures(`${what}, ${databaseTitles[kind]}`, one),
    )
  } finally {
    agent.destroy()
    await server.stop()
    await school.remove()
  }
}

/** The advisor with the most reviews, and an active student with one that is open. */
async function chooseReaders(school: BenchSchool) {
  const advisorId = await readBusiestAdvisor(school)
  const { student_id: studentId } = await school.context.db
    .selectFrom('reviews')
    .innerJoin('people', 'people.id', 'reviews.student_id')
    .select('student_id')
    .where('advisor_id', '=', advisorId)
    .where('closed_at', 'is', null)
    .where(isActiveParticipant)
    .orderBy('reviews.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { advisorId, studentId }
}

/** Of each round: how long it took (ms), and the calls of each kind during and before it. */
type Calls = Record<string, number[]>
const newMeasured = () => ({ took: [] as number[], during: [] as Calls[], before: [] as Calls[] })
type Measured = ReturnType<typeof newMeasured>

function note(measured: Measured, took: number, during: Calls, before: Calls): void {
  measured.took.push(took)
  measured.during.push(during)
  measured.before.push(before)
}

/**
 * Sends calls at a steady pace until the work is done. Returns how long each took (ms), by kind.
 */
async function callWhile(
  calls: Record<string, () => Call>,
  agent: Agent,
  work: Promise<unknown>,
): Promise<Calls> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  const took: Calls = {}
  const sendNext = async (kind: string) => {
    const call = calls[kind]
    if (!call) throw new Error(`there is no call for ${kind}`)
    const { status, ms } = await callOnce(call(), agent)
    if (status !== 200) throw new Error(`${kind} was answered with ${status}`)
    took[kind] ??= []
    took[kind].push(ms)
  }
  const sent: Promise<void>[] = []
  const began = performance.now()
  while (!isDone) {
    const due = ((performance.now() - began) / secondMs) * perSecond
    while (sent.length < due) sent.push(sendNext(turns[sent.length % turns.length] ?? ''))
    await setTimeout(1)
  }
  await Promise.all(sent)
  return took
}

function toFigures(what: string, { took, during, before }: Measured): Figure[] {
  const seconds = took.map((ms) => ms / secondMs)
  const slowest = Math.max(...seconds)
  return [
    {
      what: `${importRowsMax} people, ${what}`,
      ours: `${median(seconds).toFixed(1)} s`,
      beside: '',
      ratios: seconds,
      aim: { says: '≤ 10 s', isMet: slowest <= 10 },
    },
    ...[0.5, 0.95].map((part): Figure => {
      const ofAny = (rounds: Calls[]) =>
        rounds.map((round, at) => quantile(besideKind(round, before[at] ?? {}), part))
      const [ours, beside] = [ofAny(during), ofAny(before)]
      const times = (values: number[]) => median(values).toFixed(2)
      return {
        what: `… any call meanwhile, as many times the median of its kind before, ${toLabel(part)}`,
        ours: times(ours),
        beside: times(beside),
        ratios: divide(ours, beside),
        aim: { atMost: 1.1 },
      }
    }),
    ...[...new Set(turns)].flatMap((name) =>
      [0.5, 0.95, 1].map((part): Figure => {
        const of = (rounds: Calls[]) => rounds.map((round) => quantile(round[name] ?? [], part))
        const [ours, beside] = [of(during), of(before)]
        const inMs = (values: number[]) => `${median(values).toFixed(1)} ms`
        return {
          what: `… ${name} meanwhile, beside before, ${toLabel(part)}`,
          ours: inMs(ours),
          beside: inMs(beside),
          ratios: divide(ours, beside),
          ...(part === 0.5 && { aim: { atMost: 1.1 } }),
        }
      }),
    ),
  ]
}

/**
 * Each call as many times the median of its kind before. The calls' own median would lie between
 * those of homes and lists, and double where a few homes wait.
 */
function besideKind(calls: Calls, before: Calls): number[] {
  return Object.entries(calls).flatMap(([kind, took]) => {
    const typical = median(before[kind] ?? [])
    return took.map((ms) => ms / typical)
  })
}

const toLabel = (part: number) => (part === 1 ? 'slowest' : `p${part * 100}`)

const divide = (ours: number[], beside: number[]) =>
  ours.map((value, round) => value / (beside[round] ?? Number.NaN))
