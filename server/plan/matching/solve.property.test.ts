import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPlanned, findViolations, getCost } from '#test/plan/judge.ts'
import { makeProblem } from '#test/plan/random-problem.ts'
import { planByBruteForce, planGreedily } from '#test/plan/reference-planners.ts'
import { makePropertyParameters } from '#test/property.ts'
import { assignMost } from './assign.ts'
import { buildModel } from './build-model.ts'
import type { Plan, Problem } from './problem.ts'
import { areAllWhole, loadHighsSolver, makeSolver, type SolvedPlan, solveModel } from './solve.ts'

const [solve, highs] = [await makeSolver(), await loadHighsSolver()]
const enoughMs = 60_000

function findPlans(problem: Problem): SolvedPlan[] {
  const found: SolvedPlan[] = []
  solve(problem, performance.now() + enoughMs, (one) => found.push(one))
  return found
}

const isPlaced = (plan: Plan) => plan.map((slot) => slot !== undefined)

const small = fc
  .record({
    seed: fc.nat(),
    reviews: fc.integer({ min: 1, max: 4 }),
    slots: fc.integer({ min: 1, max: 7 }),
    domains: fc.integer({ min: 1, max: 2 }),
    perDay: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ seed, ...size }) => makeProblem(seed, size))

const large = fc
  .record({
    seed: fc.nat(),
    reviews: fc.integer({ min: 1, max: 60 }),
    slots: fc.integer({ min: 1, max: 120 }),
    domains: fc.integer({ min: 1, max: 6 }),
    perDay: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ seed, ...size }) => makeProblem(seed, size))

test('in a small school the plan is the best of all possible plans', () => {
  fc.assert(
    fc.property(small, (problem) => {
      const best = planByBruteForce(problem)
      const found = findPlans(problem)
      for (const { plan } of found) {
        expect(findViolations(problem, plan)).toEqual([])
        expect(isPlaced(plan)).toEqual(isPlaced(best))
      }
      const last = found.at(-1)
      expect(last?.isBest).toBe(true)
      expect(getCost(problem, last?.plan ?? [])).toBeCloseTo(getCost(problem, best), 4)
    }),
    makePropertyParameters(250),
  )
})

test('no plan breaks a rule or places fewer than a greedy pass, and each next plan is cheaper', () => {
  fc.assert(
    fc.property(large, (problem) => {
      const plans = findPlans(problem).map(({ plan }) => plan)
      const [first = []] = plans
      expect(countPlanned(first)).toBeGreaterThanOrEqual(countPlanned(planGreedily(problem)))
      for (const plan of plans) {
        expect(findViolations(problem, plan)).toEqual([])
        expect(isPlaced(plan)).toEqual(isPlaced(first))
      }
      const costs = plans.map((plan) => getCost(problem, plan))
      for (const [next, cost] of costs.entries()) {
        expect(costs[next + 1] ?? 0).toBeLessThanOrEqual(cost + 1e-4)
      }
    }),
    makePropertyParameters(20),
  )
})

test('if half slots would be cheaper because of buffers, the plan still uses whole slots', () => {
  const problem = makeProblem(269, { reviews: 40, slots: 60, domains: 3, perDay: 8 })
  expect(hasHalves(problem)).toBe(true)
  const last = findPlans(problem).at(-1)
  expect(last?.isBest).toBe(true)
  expect(findViolations(problem, last?.plan ?? [])).toEqual([])
})

/** Whether the best solution without the integer constraint has fractions. */
function hasHalves(problem: Problem): boolean {
  const { model } = buildModel(problem, assignMost(problem).placed)
  const solution = solveModel(highs, model, { whole: false, leftMs: enoughMs })
  return solution !== undefined && !areAllWhole(solution.values)
}
