import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { hourMs, minuteMs, secondMs } from '#contract/kit/time/durations.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { openSession } from '#test/accounts/session.ts'
import { makePerson } from '#test/factories.ts'
import { type Benchmark, type Figure, median, quantile } from '../figure.ts'
import { type CallResult, probe } from '../load/probe.ts'
import {
  type BenchSchool,
  databaseKinds,
  databaseTitles,
  openSchool,
  readBusiestAdvisor,
} from '../schools/schools.ts'
import { startMailSink } from '../servers/mail-sink.ts'
import { startWeekward } from '../servers/servers.ts'

const students = 300
/** Each reminds two people, and is therefore mailed twice. */
const reviews = 5_000
const mails = 2 * reviews
const mailTakesMs = 50
const spans = 3
const spanSeconds = 10
const callsPerSecond = 100
const allGoneWithinMs = 5 * minuteMs
const batchSize = 500

/**
 * 10,000 reminders due at one instant, through a mail server that takes 50 ms each: the time until
 * the last is sent, and the latency of calls meanwhile compared with before.
 */
export const reminders: Benchmark = {
  name: 'reminders',
  async measure() {
    const figures: Figure[] = []
    for (const kind of databaseKinds) figures.push(...(await measureOn(kind)))
    return figures
  },
}

async function measureOn(kind: (typeof databaseKinds)[number]): Promise<Figure[]> {
  const school = await openSchool(kind, students)
  const sink = await startMailSink(mailTakesMs)
  const environment = { ...school.environment, SMTP_URL: sink.url }
  const server = await startWeekward({ ...school, environment })
  try {
    await addReviews(school)
    const token = await openSession(school.context, await readBusiestAdvisor(school))
    const url = `${server.url}${listReviews.advisor.path}?limit=50`
    const calls = () => probe(url, { perSecond: callsPerSecond, seconds: spanSeconds, token })
    await calls()
    const before: CallResult[][] = []
    for (let span = 0; span < spans; span++) before.push(await calls())
    const memoryBefore = server.memory()
    const began = performance.now()
    await remindAt(school, Date.now())
    const during: CallResult[][] = []
    for (let span = 0; span < spans; span++) during.push(await calls())
    const seconds = (await untilGone(sink, began)) / secondMs
    return [
      {
        what: `${mails} reminders are emailed, ${databaseTitles[kind]}`,
        ours: `${seconds.toFixed(0)} s`,
        beside: '',
        ratios: [seconds],
        aim: { says: '≤ 120 s', isMet: seconds <= 120 },
      },
      ...toFigures(`calls while they are, beside before, ${databaseTitles[kind]}`, during, before),
      memoryFigure(databaseTitles[kind], server.memory(), memoryBefore),
    ]
  } finally {
    await server.stop()
    await sink.stop()
    await school.remove()
  }
}

function memoryFigure(title: string, after: number, before: number): Figure {
  const inMiB = (mebibytes: number) => `${mebibytes.toFixed(0)} MiB`
  return {
    what: `the server’s resident memory after them, beside before, ${title}`,
    ours: inMiB(after),
    beside: inMiB(before),
    ratios: [after / before],
  }
}

function toFigures(what: string, during: CallResult[][], before: CallResult[][]): Figure[] {
  return [0.5, 0.99].map((part): Figure => {
    const [ours, other] = [during, before].map((spans) =>
      spans.map((calls) =>
        quantile(
          calls.map(({ ms }) => ms),
          part,
        ),
      ),
    )
    const inMs = (values: number[] = []) => `${median(values).toFixed(2)} ms`
    return {
      what: `${what}, ${part === 0.5 ? 'median' : 'p99'}`,
      ours: inMs(ours),
      beside: inMs(other),
      ratios: (ours ?? []).map((ms, span) => ms / (other?.[span] ?? Number.NaN)),
      ...(part === 0.5 ? { aim: { atMost: 1.1 } } : {}),
    }
  })
}

const toKeys = (key: string) => ({ search_key: key, sort_key: key })
const reviewId = (k: number) => `reminded-review-${k}`

/** Booked reviews within the hour, each with its own student and reviewer. */
async function addReviews({ context }: BenchSchool): Promise<void> {
  const { db, clock } = context
  const startsAt = clock() + hourMs
  const domain = await db.selectFrom('domains').select('id').limit(1).executeTakeFirstOrThrow()
  const advisor = await makePerson({ context }, 'advisor')
  const verified = { verified_at: clock(), created_at: clock() }
  for (let from = 0; from < reviews; from += batchSize) {
    const numbers = Array.from({ length: batchSize }, (_, at) => from + at)
    const person = (role: 'student' | 'reviewer') => (k: number) => ({
      id: `reminded-${role}-${k}`,
      role,
      name: `Reminded ${role} ${k}`,
      ...verified,
      email: `${role}-${k}@reminded.test`,
      ...toKeys(`${role}-${k}@reminded.test`),
      ...(role === 'student' ? { domain_id: domain.id, week: 1 } : {}),
    })
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('people')
        .values(numbers.map(person('student')))
        .execute()
      await tx
        .insertInto('people')
        .values(numbers.map(person('reviewer')))
        .execute()
      const slots = numbers.map((k) => ({
        id: `reminded-slot-${k}`,
        reviewer_id: `reminded-reviewer-${k}`,
        starts_at: startsAt,
        ends_at: startsAt + 30 * minuteMs,
      }))
      await tx.insertInto('slots').values(slots).execute()
      const rows = numbers.map((k) => ({
        id: reviewId(k),
        student_id: `reminded-student-${k}`,
        advisor_id: advisor._id,
        week: 1,
        status: 'review-scheduled',
        slot_id: `reminded-slot-${k}`,
        due_at: startsAt,
        created_at: clock(),
        code: 0,
        theory: 0,
        week_status: '',
        pending_task: '[]',
        seminar: 'Not added',
        progress: 'Not added',
        typing: 'Not added',
      }))
      await tx.insertInto('reviews').values(rows).execute()
    })
  }
}

/** Makes the reminder of each due at an instant. */
async function remindAt({ context: { db } }: BenchSchool, due_at: number): Promise<void> {
  await db
    .insertInto('reminders')
    .columns(['review_id', 'kind', 'starts_at', 'due_at'])
    .expression(
      db
        .selectFrom('reviews')
        .select(({ ref }) => [
          ref('id').as('review_id'),
          sql.lit('reminder-hour' as const).as('kind'),
          ref('held_at').$notNull().as('starts_at'),
          sql<number>`cast(${due_at} as bigint)`.as('due_at'),
        ])
        .where('id', 'like', 'reminded-review-%'),
    )
    .execute()
}

type Sink = Awaited<ReturnType<typeof startMailSink>>

/**
 * The time (ms) until the last mail has arrived. Throws an Error if one is missing or arrived
 * twice.
 */
async function untilGone(sink: Sink, began: number): Promise<number> {
  let gone = await sink.gone()
  while (gone.mails < mails) {
    if (performance.now() - began > allGoneWithinMs) {
      throw new Error(`only ${gone.mails} of ${mails} emails have left`)
    }
    await setTimeout(100)
    gone = await sink.gone()
  }
  const took = performance.now() - began
  if (gone.people !== mails) throw new Error(`${mails} emails went to ${gone.people} people`)
  return took
}
