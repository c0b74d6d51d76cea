import { expect, onTestFinished, test } from 'vitest'
import { countPlanned, findViolations } from '#test/plan/judge.ts'
import { makeProblem } from '#test/plan/random-problem.ts'
import { getItem, type Plan, type Problem } from './matching/problem.ts'
import { makePlanner } from './planner.ts'

/**
 * A planner of one school whose advisors ask by the indexes of their reviews, a log of its reads,
 * and the first error that it reports.
 */
function start(problem: Problem, { planMs = Number.POSITIVE_INFINITY, minMs = 500 } = {}) {
  const failed = Promise.withResolvers<unknown>()
  const readings: number[][][] = []
  const read = async (wanted: number[][]) => {
    readings.push(wanted)
    const requests = wanted.map((own) => ({
      own,
      isSoonest: false,
      reviews: own.map((review) => getItem(problem.reviews, review)),
    }))
    return { problem, requests }
  }
  const planner = makePlanner({ planMs, minMs }, read, failed.resolve)
  onTestFinished(planner.stop)
  const plan = async (own: number[]) => (await planner.plan(`${own}`, async () => own)).found
  return { planner, plan, readings, failed: failed.promise }
}

const small = makeProblem(1, { reviews: 20, slots: 60, domains: 3, perDay: 5 })
const large = makeProblem(2, { reviews: 500, slots: 2_000, domains: 6, perDay: 16 })
const getAll = ({ reviews }: Problem) => [...reviews.keys()]

test('a plan is made in a separate thread while other work continues', async () => {
  const { plan } = start(large)
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  })
  const found = await plan(getAll(large))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(0)
  expect(found.isBest).toBe(true)
  expect(findViolations(large, found.plan)).toEqual([])
})

test('calls that arrive while a plan is made are read together and get different slots', async () => {
  const { plan, readings } = start(large)
  const advisors = [...Array(20).keys()].map((advisor) =>
    getAll(large).filter((review) => review % 20 === advisor),
  )
  const plans = await Promise.all(advisors.map(plan))
  expect(readings).toEqual([advisors.slice(0, 1), advisors.slice(1)])
  const together: Plan = large.reviews.map(() => undefined)
  for (const [advisor, { plan: own, isBest }] of plans.entries()) {
    expect(isBest).toBe(true)
    if (advisor === 0) continue
    for (const [index, slot] of own.entries())
      together[getItem(getItem(advisors, advisor), index)] = slot
  }
  expect(countPlanned(together)).toBe(475)
  expect(findViolations(large, together)).toEqual([])
})

test('when time is up the best plan so far is returned, and the next plan is still made', async () => {
  for (const problem of [large, small]) {
    // Time is up before the thread has started, however fast the machine is.
    const { plan } = start(problem, { planMs: 0, minMs: 0 })
    const found = await plan(getAll(problem))
    expect(found.isBest).toBe(false)
    expect(countPlanned(found.plan)).toBeGreaterThan(0)
    expect(findViolations(problem, found.plan)).toEqual([])
  }
})

test('calls that arrive together get different slots even if no time is left', async () => {
  const { plan } = start(large, { planMs: 0, minMs: 0 })
  const advisors = [...Array(20).keys()].map((advisor) =>
    getAll(large).filter((review) => review % 20 === advisor),
  )
  const together: Plan = large.reviews.map(() => undefined)
  const plans = await Promise.all(advisors.map(plan))
  for (const [advisor, { plan: own }] of plans.entries()) {
    // The first advisor is planned alone, because the others asked later.
    if (advisor === 0) continue
    for (const [index, slot] of own.entries())
      together[getItem(getItem(advisors, advisor), index)] = slot
  }
  expect(countPlanned(together)).toBe(475)
  expect(findViolations(large, together)).toEqual([])
})

test('after a planner was stopped, the next plan starts it again', async () => {
  const { planner, plan } = start(small)
  await plan(getAll(small))
  await planner.stop()
  expect((await plan(getAll(small))).isBest).toBe(true)
})

test('an error of the thread that comes after time was up is reported', async () => {
  let isCopied = false
  const { plan, failed } = start(
    {
      ...small,
      /** Missing in the copy for the thread, which fails without them. */
      get reviewers() {
        if (isCopied) return small.reviewers
        isCopied = true
        return []
      },
    },
    { planMs: 0, minMs: 0 },
  )
  expect((await plan(getAll(small))).isBest).toBe(false)
  expect(await failed).toMatchObject({ message: 'there is nothing at place 0' })
})
