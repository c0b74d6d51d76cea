import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { bookSlot } from '#contract/reviews/scheduling/booking.ts'
import { type Benchmark, quantile } from '../figure.ts'
import { type LoadResult, toFigures } from '../load/load.ts'
import { callOnce } from '../load/probe.ts'
import { type BookableReviews, fillBookableReviews } from '../schools/bookable-reviews.ts'
import { type BenchSchool, openSchool } from '../schools/schools.ts'
import { startWeekward } from '../servers/servers.ts'

const students = 100
const advisors = 50
/** Bookings of each advisor in a round: few enough to end before the overload guard refuses any. */
const bookingsEach = 10
const rounds = 3
const askAgainMs = 200
const patienceMs = 20_000
const bookingsOfRound = advisors * bookingsEach
/** On PostgreSQL each round has a turn with one process and one with three. */
const most = {
  sqlite: (rounds + 1) * bookingsOfRound,
  postgres: 2 * (rounds + 1) * bookingsOfRound,
}

/**
 * 50 advisors who book simultaneously, one slot after the other: three processes compared with one,
 * and SQLite compared with PostgreSQL. Successful replies are verified in the database.
 */
export const rush: Benchmark = {
  name: 'rush',
  async measure() {
    const [sqlite, postgres] = [await openCrowd('sqlite', 1), await openCrowd('postgres', 3)]
    const speeds: Record<'embedded' | 'one' | 'three', LoadResult[]> = {
      embedded: [],
      one: [],
      three: [],
    }
    try {
      for (let round = 0; round <= rounds; round++) {
        const embedded = await sqlite.book(1)
        const one = await postgres.book(1)
        const three = await postgres.book(3)
        if (round === 0) continue
        speeds.embedded.push(embedded)
        speeds.one.push(one)
        speeds.three.push(three)
      }
      await Promise.all([sqlite.expectBooked(), postgres.expectBooked()])
    } finally {
      await Promise.all([sqlite.close(), postgres.close()])
    }
    const what = `${advisors} advisors book`
    return [
      ...toFigures(`${what} at three processes beside one, PostgreSQL`, {
        ours: speeds.three,
        other: speeds.one,
      }),
      ...toFigures(`${what} at one process, SQLite beside PostgreSQL`, {
        ours: speeds.embedded,
        other: speeds.one,
      }),
    ]
  },
}

/** A school with this many processes, and its advisors. */
async function openCrowd(kind: 'sqlite' | 'postgres', processes: number) {
  const school = await openSchool(kind, students)
  const made = await fillBookableReviews(school, most[kind], advisors)
  const servers = await Promise.all(Array.from({ length: processes }, () => startWeekward(school)))
  let booked = 0
  return {
    /** One round, spread over this many processes. */
    async book(over: number): Promise<LoadResult> {
      const urls = servers.slice(0, over).map(({ url }) => `${url}${bookSlot.advisor.path}`)
      const speed = await bookRound(urls, made, booked)
      booked += bookingsOfRound
      return speed
    },
    expectBooked: () => expectBooked(school, booked),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await school.remove()
    },
  }
}

/** Books the reviews from number `first` on. Each advisor books their own, one after the other. */
async function bookRound(
  urls: string[],
  made: BookableReviews,
  first: number,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const began = performance.now()
  await Promise.all(
    made.tokens.map(async (token, at) => {
      const to = { url: urls[at % urls.length] ?? '', method: bookSlot.advisor.method, token }
      for (let turn = 0; turn < bookingsEach; turn++) {
        const body = made.bodyOf(first + turn * advisors + at)
        times.push(await bookOne({ ...to, body }, agent))
      }
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  agent.destroy()
  return { perSecond: times.length / seconds, p99: quantile(times, 0.99) }
}

/** Books, and retries if the server is overloaded. Returns the total duration (ms). */
async function bookOne(call: Parameters<typeof callOnce>[0], agent: Agent): Promise<number> {
  const began = performance.now()
  while (performance.now() < began + patienceMs) {
    const { status } = await callOnce(call, agent)
    if (status === 200) return performance.now() - began
    if (status !== 503) throw new Error(`a booking was answered with ${status}`)
    await setTimeout(askAgainMs)
  }
  throw new Error(`a booking was refused for ${patienceMs} ms`)
}

async function expectBooked({ kind, context }: BenchSchool, acknowledged: number): Promise<void> {
  const { booked } = await context.db
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll().as('booked'))
    .where('id', 'like', 'booked-review-%')
    .where('status', '=', 'review-scheduled')
    .where('slot_id', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(booked) !== acknowledged) {
    throw new Error(`${kind}: ${acknowledged} bookings were acknowledged, ${booked} are there`)
  }
}
