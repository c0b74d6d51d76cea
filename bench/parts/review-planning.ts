import { secondMs } from '#contract/kit/time/durations.ts'
import { getPlan } from '#contract/plan.ts'
import { listReviews } from '#contract/reviews/reviews.ts'
import { makeSolver } from '#server/plan/matching/solve.ts'
import { countPlanned, getCost } from '#test/plan/judge.ts'
import { makeProblem } from '#test/plan/random-problem.ts'
import { planByBruteForce, planGreedily } from '#test/plan/reference-planners.ts'
import { type Benchmark, type Figure, median } from '../figure.ts'
import { getDurationQuantile, probe } from '../load/probe.ts'
import { assignWaitingReviews } from '../schools/assign-reviews-to-advisors.ts'
import { openSchool } from '../schools/schools.ts'
import { fillWaitingReviews, type ReviewAndSlotCounts } from '../schools/waiting-reviews.ts'
import { type BenchServer, startWeekward } from '../servers/servers.ts'

const rounds = 5
const sizes: (ReviewAndSlotCounts & { withinMs: number })[] = [
  { reviews: 200, slots: 1_000, withinMs: secondMs },
  { reviews: 2_000, slots: 10_000, withinMs: 4 * secondMs },
]
const smallSchools = 100
/** Longer than any plan takes, to get the optimum. */
const longMs = 60 * secondMs
const probing = { perSecond: 50, seconds: 4 }

/** A large school in which advisors request plans at the same time. */
const large = { students: 10_000, advisors: 30, reviews: 14 }
const together = [
  { asking: 1, withinMs: 150 },
  { asking: 10, withinMs: undefined },
  { asking: 30, withinMs: 4 * secondMs },
]

/**
 * Plans of a few reviews in a large school, requested simultaneously (`npm run bench -- plan
 * at-once` alone). Then the call for a plan in schools of both sizes, the latency of another call
 * meanwhile, and the quality of the plans compared with the proven optimum and with a greedy pass.
 */
export const reviewPlanning: Benchmark = {
  name: 'plan',
  async measure(more) {
    const atOnce = await measureAtOnce()
    if (more === 'at-once') return atOnce
    const figures = [...atOnce]
    for (const size of sizes) figures.push(...(await measureSize(size)))
    return [...figures, ...(await measureQuality())]
  },
}

/** The latency of the slowest of several simultaneous plans. */
async function measureAtOnce(): Promise<Figure[]> {
  const school = await openSchool('postgres', large.students)
  const tokens = await assignWaitingReviews(school, large)
  const server = await startWeekward(school)
  try {
    const figures: Figure[] = []
    for (const { asking, withinMs } of together) {
      const slowest: number[] = []
      for (let round = 0; round <= rounds; round++) {
        const asked = tokens.slice(0, asking).map((token) => ask(server, token))
        const times = (await Promise.all(asked)).map(({ ms }) => ms)
        if (round > 0) slowest.push(Math.max(...times))
      }
      const who = asking === 1 ? 'one advisor' : `the slowest of ${asking} at once`
      figures.push({
        what: `GET /plan of ${large.reviews} reviews, ${large.students.toLocaleString('en')} students, PostgreSQL: ${who}`,
        ours: `${median(slowest).toFixed(0)} ms`,
        beside: withinMs === undefined ? '' : `${withinMs} ms allowed`,
        ratios: withinMs === undefined ? [] : slowest.map((ms) => ms / withinMs),
        ...(withinMs !== undefined && { aim: { atMost: 1 } }),
      })
    }
    return figures
  } finally {
    await server.stop()
    await school.remove()
  }
}

const formatTitle = ({ reviews, slots }: ReviewAndSlotCounts) =>
  `${reviews.toLocaleString('en')} reviews, ${slots.toLocaleString('en')} slots`

async function measureSize(size: ReviewAndSlotCounts & { withinMs: number }): Promise<Figure[]> {
  const school = await openSchool('sqlite', 20)
  const token = await fillWaitingReviews(school, size)
  const server = await startWeekward(school)
  try {
    const times: number[] = []
    let early = 0
    for (let round = 0; round <= rounds; round++) {
      const asked = await ask(server, token)
      if (round === 0) continue
      times.push(asked.ms)
      if (asked.stoppedEarly) early += 1
    }
    const limit = `${size.withinMs / secondMs} s`
    return [
      {
        what: `GET /plan, ${formatTitle(size)}; ${early} of ${rounds} stopped early`,
        ours: `${median(times).toFixed(0)} ms`,
        beside: `${limit} allowed`,
        ratios: times.map((ms) => ms / size.withinMs),
        aim: { atMost: 1 },
      },
      await measureOthers(server, token, size),
    ]
  } finally {
    await server.stop()
    await school.remove()
  }
}

async function ask({ url }: BenchServer, token: string) {
  const began = performance.now()
  const reply = await fetch(url + getPlan.path, { headers: { authorization: token } })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  await reply.arrayBuffer()
  const stoppedEarly = reply.headers.get('stopped-early') === 'true'
  return { ms: performance.now() - began, stoppedEarly }
}

/**
 * The latency of a list while plans are computed one after the other, compared with an idle server.
 */
async function measureOthers(
  server: BenchServer,
  token: string,
  size: ReviewAndSlotCounts,
): Promise<Figure> {
  const list = `${server.url}${listReviews.advisor.path}?limit=50`
  const p99 = async () => getDurationQuantile(await probe(list, { ...probing, token }), 0.99)
  const [busy, quiet]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    quiet.push(await p99())
    let isOver = false
    const planning = (async () => {
      while (!isOver) await ask(server, token)
    })()
    busy.push(await p99())
    isOver = true
    await planning
  }
  return {
    what: `p99 of another call while plans are made, ${formatTitle(size)}, beside none`,
    ours: `${median(busy).toFixed(1)} ms`,
    beside: `${median(quiet).toFixed(1)} ms`,
    ratios: busy.map((ms, round) => ms / (quiet[round] ?? Number.NaN)),
  }
}

async function measureQuality(): Promise<Figure[]> {
  const solve = await makeSolver()
  const plansOf = (problem: ReturnType<typeof makeProblem>, forMs: number) => {
    let best = problem.reviews.map((): number | undefined => undefined)
    solve(problem, performance.now() + forMs, (found) => {
      best = found.plan
    })
    return best
  }
  const placed = { ours: 0, greedy: 0, best: 0 }
  const costs: number[] = []
  for (let seed = 1; seed <= smallSchools; seed++) {
    const problem = makeProblem(seed, { reviews: 5, slots: 5, domains: 3, perDay: 1 })
    const [ours, other, best] = [
      plansOf(problem, longMs),
      planGreedily(problem),
      planByBruteForce(problem),
    ]
    placed.ours += countPlanned(ours)
    placed.greedy += countPlanned(other)
    placed.best += countPlanned(best)
    costs.push((1 + getCost(problem, ours)) / (1 + getCost(problem, best)))
  }
  const large = makeProblem(1, { reviews: 2_000, slots: 10_000, domains: 12, perDay: 18 })
  const [inTime, best] = [plansOf(large, 3 * secondMs), plansOf(large, longMs)]
  const [cost, least] = [getCost(large, inTime), getCost(large, best)]
  const small = `reviews placed in ${smallSchools} small schools`
  return [
    {
      what: `${small}, beside the most that any plan places`,
      ours: `${placed.ours}`,
      beside: `${placed.best}`,
      ratios: [placed.ours / placed.best],
      aim: { atLeast: 1 },
    },
    {
      what: `${small} by a greedy pass, beside the same`,
      ours: `${placed.greedy}`,
      beside: `${placed.best}`,
      ratios: [placed.greedy / placed.best],
    },
    {
      what: 'points that their plans cost, beside the cheapest of all',
      ours: median(costs).toFixed(2),
      beside: '1.00',
      ratios: costs,
      aim: { atMost: 1 },
    },
    {
      what: `points of the plan after 3 s, ${formatTitle({ reviews: 2_000, slots: 10_000 })}, beside the best`,
      ours: cost.toFixed(0),
      beside: least.toFixed(0),
      ratios: [cost / least],
      aim: { atMost: 1.05 },
    },
  ]
}
