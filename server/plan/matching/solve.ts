import highsModule, { type Highs } from 'highs'
import { assignMost } from './assign.ts'
import { buildModel } from './build-model.ts'
import type { Model } from './linear-model.ts'
import type { Plan, Problem } from './problem.ts'

/** The best plan that was found, and whether there is none better. */
export type Solution = { plan: Plan; isBest: boolean }

// The package describes its CommonJS form alone; Node takes the other one, whose default it is itself.
export const loadHighs = highsModule as unknown as typeof highsModule.default

/** Finds the best plan by an instant of `performance.now`, and tells of each better one. */
export type Solve = (problem: Problem, untilMs: number, found: (found: Solution) => void) => void

/** Makes ready what solves; a thread does so once. */
export async function makeSolver() {
  const highs = await loadHighs()
  const solveBy: Solve = (problem, untilMs, found) => solve(highs, problem, untilMs, found)
  return solveBy
}

/**
 * Finds the best plan by an instant of `performance.now`, and tells of each better one: the first
 * places as many as any can, and the most overdue; the next is the cheapest of these.
 */
function solve(
  highs: Highs,
  problem: Problem,
  untilMs: number,
  found: (found: Solution) => void,
): void {
  const { placed, plan } = assignMost(problem)
  found({ plan, isBest: placed.length === 0 })
  if (placed.length === 0) return
  const { model, planOf } = buildModel(problem, placed)
  // Nearly always the solution is in whole numbers without being asked for: that takes a third of it.
  for (const whole of [false, true]) {
    const leftMs = untilMs - performance.now()
    if (leftMs <= 0) return
    const solution = solveModel(highs, model, { whole, leftMs })
    if (!solution || !isWhole(solution.values)) continue
    found({ plan: planOf(solution.values), isBest: solution.isBest })
    return
  }
}

/** The values of a model's columns, in whole numbers or not; undefined where none were found in time. */
export function solveModel(
  highs: Highs,
  model: Model,
  { whole, leftMs }: { whole: boolean; leftMs: number },
): { values: Float64Array; isBest: boolean } | undefined {
  return highs.withModel(model.data(whole), (one) => {
    // Presolving takes longer than it spares.
    const presolve = whole ? 'on' : 'off'
    one.options.set({ output_flag: false, presolve, mip_rel_gap: 0 })
    if (Number.isFinite(leftMs)) one.options.set({ time_limit: leftMs / 1_000 })
    one.run()
    const isBest = one.getModelStatus() === highs.constants.modelStatus.optimal
    const isThere = one.info.get('primal_solution_status') === 2
    return isThere ? { values: one.getSolution().colValue, isBest } : undefined
  })
}

const tolerance = 1e-5

/** Whether these are whole numbers, but for how exactly they are reckoned. */
export function isWhole(values: Float64Array): boolean {
  return values.every((value) => Math.abs(value - Math.round(value)) < tolerance)
}
