import { expect, onTestFinished, test } from 'vitest'
import { countOf, wrongsOf } from '#test/plan/judge.ts'
import { makeProblem } from '#test/plan/school.ts'
import { makePlanner } from './planner.ts'

function start(options: Parameters<typeof makePlanner>[0] = { withinMs: 60_000 }) {
  const planner = makePlanner(options)
  onTestFinished(planner.stop)
  return planner
}

const small = makeProblem(1, { reviews: 20, slots: 60, domains: 3, perDay: 5 })
const large = makeProblem(2, { reviews: 500, slots: 2_000, domains: 6, perDay: 16 })

test('a plan is made in a thread of its own, while other work goes on', async () => {
  const planner = start()
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  })
  const { found } = await planner.plan('one', async () => ({ problem: large }))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(0)
  expect(found.isBest).toBe(true)
  expect(wrongsOf(large, found.plan)).toEqual([])
})

test('several plans are made one after the other, each by its own problem', async () => {
  const planner = start()
  const problems = [small, large, small]
  const made = await Promise.all(
    problems.map((problem, index) => planner.plan(`${index}`, async () => ({ problem }))),
  )
  for (const [index, { read, found }] of made.entries()) {
    expect(read.problem).toBe(problems[index])
    expect(wrongsOf(read.problem, found.plan)).toEqual([])
  }
})

test('what was found is answered when time is up, and the next plan is made all the same', async () => {
  const planner = start({ withinMs: 0 })
  for (const problem of [large, small]) {
    const { found } = await planner.plan('one', async () => ({ problem }))
    expect(found.isBest).toBe(false)
    expect(countOf(found.plan)).toBeGreaterThan(0)
    expect(wrongsOf(problem, found.plan)).toEqual([])
  }
})

test('a planner that was stopped starts anew with the next plan', async () => {
  const planner = start()
  await planner.plan('one', async () => ({ problem: small }))
  await planner.stop()
  const { found } = await planner.plan('one', async () => ({ problem: small }))
  expect(found.isBest).toBe(true)
})
