import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { secondMs } from '#contract/kit/time/durations.ts'
import { importRowsMax } from '#contract/limits/import-people.ts'
import { editProfile } from '#contract/people/edit-profile.ts'
import { importPeople, undoImport } from '#contract/people/import-people.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { openSession } from '#test/accounts/session.ts'
import { makePerson } from '#test/factories.ts'
import { makeFile } from '#test/imports/import.ts'
import { type Figure, median, type Part, quantile } from '../figure.ts'
import { callOnce } from '../load/probe.ts'
import { busiestAdvisor, databaseKinds, openSchool, titles } from '../schools/schools.ts'
import { startWeekward } from '../servers/servers.ts'

const students = 5_000
const rounds = 3
const beforeMs = 2_000
/** One call of each kind at a time, this often. */
const everyMs = 10
const Imported = z.object({ _id: z.string() })

type Call = Parameters<typeof callOnce>[0]

/**
 * Imports of as many people as a file can have, and their undo: how long each takes, and how long
 * others' calls take meanwhile, compared with just before.
 */
export const imports: Part = {
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
  const student = await makePerson({ context }, 'student')
  const server = await startWeekward(school)
  const agent = new Agent({ keepAlive: true })
  try {
    const token = await openSession(context, await busiestAdvisor(school))
    const others: Record<string, Call> = {
      'a list': { url: `${server.url}${listReviews.advisor.path}?limit=50`, token },
      'a change': {
        ...{ url: `${server.url}${editProfile.student.path}`, method: 'PUT' },
        ...{ token: student.token, body: { number: '5550009999', address: 'Main Street' } },
      },
    }
    const change = async (to: { method: string; path: string }, value: unknown) => {
      const began = performance.now()
      const reply = await fetch(`${server.url}${to.path}`, {
        ...{ method: to.method, body: JSON.stringify({ value }) },
        headers: { authorization: admin.token, 'content-type': 'application/json' },
      })
      const body: unknown = await reply.json()
      if (reply.status !== 200) throw new Error(`${to.path}: ${JSON.stringify(body)}`)
      return { body, ms: performance.now() - began }
    }
    const measured = { import: newMeasured(), undo: newMeasured() }
    for (let round = 0; round <= rounds; round++) {
      const csv = makeFile(importRowsMax, `round-${round}`).replaceAll(',Web,', ',,')
      const before = await callWhile(others, agent, setTimeout(beforeMs))
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
      toFigures(`${what}, ${titles[kind]}`, one),
    )
  } finally {
    agent.destroy()
    await server.stop()
    await school.remove()
  }
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

/** Repeats each call until the work is done. Returns how long each took, in ms. */
async function callWhile(
  calls: Record<string, Call>,
  agent: Agent,
  work: Promise<unknown>,
): Promise<Calls> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  const took: Calls = {}
  await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const all: number[] = []
      took[name] = all
      while (!isDone) {
        const { status, ms } = await callOnce(call, agent)
        if (status !== 200) throw new Error(`${name} was answered with ${status}`)
        all.push(ms)
        await setTimeout(everyMs)
      }
    }),
  )
  return took
}

function toFigures(what: string, { took, during, before }: Measured): Figure[] {
  const seconds = took.map((ms) => ms / secondMs)
  const slowest = Math.max(...seconds)
  return [
    {
      what: `${importRowsMax} people, ${what}`,
      ...{ ours: `${median(seconds).toFixed(1)} s`, beside: '', ratios: seconds },
      aim: { says: '≤ 10 s', isMet: slowest <= 10 },
    },
    ...Object.keys(during[0] ?? {}).flatMap((name) =>
      [0.5, 0.95, 1].map((part): Figure => {
        const of = (rounds: Calls[]) => rounds.map((round) => quantile(round[name] ?? [], part))
        const [ours, beside] = [of(during), of(before)]
        const inMs = (values: number[]) => `${median(values).toFixed(1)} ms`
        const label = part === 1 ? 'slowest' : `p${part * 100}`
        return {
          what: `… ${name} meanwhile, beside before, ${label}`,
          ...{ ours: inMs(ours), beside: inMs(beside) },
          ratios: ours.map((ms, round) => ms / (beside[round] ?? Number.NaN)),
          ...(part === 0.95 ? { aim: { atMost: 1.1 } } : {}),
        }
      }),
    ),
  ]
}
